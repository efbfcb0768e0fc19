package dev.hotstate.driver;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class DriverArchTest implements HotstateArchRules {}
