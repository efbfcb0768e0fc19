/**
 * Postgres follows Redis: what changes about drivers is collected in memory, the newest state of each, and written once a
 * second. The expiry of the heartbeat is the version; an older one never replaces a newer one, whichever instance writes it.
 *
 * <p>A process that dies loses what it had collected: about a second of positions. Each driver's next sign of life makes up
 * for it. While Postgres is away the newest state of each driver waits.
 *
 * <p>The other way round, Postgres says how drivers stand of whom Redis knows nothing.
 */
@NullMarked
package dev.hotstate.driver.mirror;

import org.jspecify.annotations.NullMarked;
