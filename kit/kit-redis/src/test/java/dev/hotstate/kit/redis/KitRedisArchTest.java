package dev.hotstate.kit.redis;

import dev.hotstate.kit.testing.arch.HotstateArchRules;

class KitRedisArchTest implements HotstateArchRules {}
