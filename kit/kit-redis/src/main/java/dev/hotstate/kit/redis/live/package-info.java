/**
 * News that all instances of a service shall see soon and that nobody needs once it is old, such as what a page shows live.
 *
 * <p>A {@link dev.hotstate.kit.redis.live.LiveChannel} costs next to nothing while nobody watches: an instance listens only
 * for watchers of its own, and tells only while some instance listens.
 */
@NullMarked
package dev.hotstate.kit.redis.live;

import org.jspecify.annotations.NullMarked;
