/**
 * Live updates by server-sent events.
 *
 * <p>An {@link dev.hotstate.kit.http.sse.EventFeed} is one stream of events on this instance with any number of clients, up to
 * a cap. A client first gets a snapshot, or, when it comes back with a {@code Last-Event-ID} that is still known, what it
 * missed. One that reads too slowly loses the oldest events and is told so by an event {@code dropped}. A feed is not a
 * queue: what must arrive is read from Redis streams or Postgres, and fed in from there on every instance.
 */
@NullMarked
package dev.hotstate.kit.http.sse;

import org.jspecify.annotations.NullMarked;
