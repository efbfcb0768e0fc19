package dev.hotstate.bench.app;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class BenchAppArchTest implements HotstateArchRules {}
