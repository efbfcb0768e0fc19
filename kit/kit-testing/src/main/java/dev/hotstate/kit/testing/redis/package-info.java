/**
 * A real Redis Cluster of six processes that a test may kill, freeze, fail over, reshard, starve and lock out.
 */
@NullMarked
package dev.hotstate.kit.testing.redis;

import org.jspecify.annotations.NullMarked;
