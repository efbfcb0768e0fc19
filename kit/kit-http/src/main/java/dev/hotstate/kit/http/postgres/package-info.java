/**
 * Short reactive work in Postgres: with a deadline, never cancelled half-way, its failures translated once.
 *
 * <p>The one way of all services to their tables (docs/adr/0252).
 */
@NullMarked
package dev.hotstate.kit.http.postgres;

import org.jspecify.annotations.NullMarked;
