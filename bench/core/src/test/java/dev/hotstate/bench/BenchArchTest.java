package dev.hotstate.bench;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class BenchArchTest implements HotstateArchRules {}
