package dev.hotstate.metrics;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class MetricsArchTest implements HotstateArchRules {}
