/**
 * Ways in for phones and programs that were not made for this service: Traccar Client and OsmAnd, OwnTracks, signed webhooks.
 * They differ in form only: what they say goes where reports and statuses go.
 *
 * <p>Keys owned: hook.
 */
@NullMarked
package dev.hotstate.driver.protocol;

import org.jspecify.annotations.NullMarked;
