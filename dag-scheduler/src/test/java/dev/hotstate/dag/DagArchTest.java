package dev.hotstate.dag;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class DagArchTest implements HotstateArchRules {}
