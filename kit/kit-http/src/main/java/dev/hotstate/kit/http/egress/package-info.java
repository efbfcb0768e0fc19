/**
 * Connections that somebody else asked for: checks, webhooks, calls of tasks.
 *
 * <p>A name that a user gives may lead anywhere, also back to us, to our neighbours, or to the address where a cloud hands out
 * credentials. So {@link dev.hotstate.kit.http.egress.EgressGuard} resolves it, checks <em>all</em> its addresses, and gives
 * out a {@link dev.hotstate.kit.http.egress.Destination}: the checked address together with the name that belongs into
 * {@code Host}, SNI and the check of the certificate. Whoever connects, connects to that address and asks no resolver again;
 * each redirect begins anew. {@link dev.hotstate.kit.http.egress.EgressClient} does all this for HTTP.
 */
@NullMarked
package dev.hotstate.kit.http.egress;

import org.jspecify.annotations.NullMarked;
