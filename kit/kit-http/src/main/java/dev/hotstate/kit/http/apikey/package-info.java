/**
 * API keys: who may call this service, and with which scopes.
 *
 * <p>A key is {@code hs_<app>_<id>_<secret>}; Postgres keeps its SHA-256 only. Verified keys are held in memory for a few
 * seconds, so that a revocation counts at once on the instance that made it and within {@code hotstate.auth.cache-ttl} on
 * all others. While Postgres is down, keys that were seen before go on working for {@code hotstate.auth.outage-grace}, and
 * unknown ones get 503: nobody knows whether they are wrong.
 */
@NullMarked
package dev.hotstate.kit.http.apikey;

import org.jspecify.annotations.NullMarked;
