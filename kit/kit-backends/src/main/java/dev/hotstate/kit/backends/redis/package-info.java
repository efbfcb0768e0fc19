/** Starting, forming and administrating a Redis Cluster of child processes. */
@NullMarked
package dev.hotstate.kit.backends.redis;

import org.jspecify.annotations.NullMarked;
