package dev.hotstate.monitor;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class MonitorArchTest implements HotstateArchRules {}
