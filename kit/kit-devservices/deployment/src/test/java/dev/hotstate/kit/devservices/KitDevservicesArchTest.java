package dev.hotstate.kit.devservices;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class KitDevservicesArchTest implements HotstateArchRules {}
