/**
 * What is wrong and since when. Redis decides that an incident opens, resolves or reopens and appends it to the transition
 * stream of the partition, in the script that commits a result; this package writes the transition to Postgres together
 * with the alerts that follow from it, one transaction each.
 *
 * <p>Invariants: at most one open incident per monitor; an entry of the stream changes Postgres once, however often it is
 * read; the incident's hash in Redis is deleted only after Postgres knows that it is over.
 */
@NullMarked
package dev.hotstate.monitor.incident;

import org.jspecify.annotations.NullMarked;
