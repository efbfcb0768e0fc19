package dev.hotstate.kit.http;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class KitHttpArchTest implements HotstateArchRules {}
