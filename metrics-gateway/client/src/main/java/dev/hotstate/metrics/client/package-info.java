/**
 * Tells metrics-gateway of requests that were answered. Who records never waits and never fails: what finds no room is dropped and
 * counted, what can't be sent is sent again under the id of its batch, so that it counts once.
 */
@NullMarked
package dev.hotstate.metrics.client;

import org.jspecify.annotations.NullMarked;
