/**
 * Real Redis Clusters and Postgres servers as child processes, for tests, dev mode and the local launcher.
 *
 * <p>No server outlives its {@linkplain dev.hotstate.kit.backends.process.Owner owner}, even one killed with -9.
 */
@NullMarked
package dev.hotstate.kit.backends;

import org.jspecify.annotations.NullMarked;
