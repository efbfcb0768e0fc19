package dev.hotstate.local;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class LocalArchTest implements HotstateArchRules {}
