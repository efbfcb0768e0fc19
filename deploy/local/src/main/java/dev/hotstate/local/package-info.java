/**
 * What {@code ./hotstate up} runs: an embedded Redis Cluster and Postgres, then the four services as processes.
 *
 * <p>{@link dev.hotstate.local.Launcher} reads as the life of one such system. Every process it starts ends with it, even
 * if it is killed; nothing here knows more of a service than its folder, its name and its ports.
 */
@NullMarked
package dev.hotstate.local;

import org.jspecify.annotations.NullMarked;
