package dev.hotstate.kit.backends;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

/** Stands here since kit-testing, which holds the rules, builds on kit-backends. */
class KitBackendsArchTest implements HotstateArchRules {}
