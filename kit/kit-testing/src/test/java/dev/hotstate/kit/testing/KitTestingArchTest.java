package dev.hotstate.kit.testing;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class KitTestingArchTest implements HotstateArchRules {}
