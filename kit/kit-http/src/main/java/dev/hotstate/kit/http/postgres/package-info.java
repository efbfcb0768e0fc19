/**
 * Short reactive work in Postgres: with a deadline, never cancelled half-way, its failures translated once.
 *
 * <p>Used by the administration tables of the kit and open to services for the same kind of work. Definitions and
 * history queries of a service go through Hibernate Reactive.
 */
@NullMarked
package dev.hotstate.kit.http.postgres;

import org.jspecify.annotations.NullMarked;
