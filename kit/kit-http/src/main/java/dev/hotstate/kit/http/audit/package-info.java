/**
 * Who changed what: an append-only table, written in the transaction of the change itself. Postgres refuses updates and
 * deletes, and a hash chain shows whether somebody went around that.
 */
@NullMarked
package dev.hotstate.kit.http.audit;

import org.jspecify.annotations.NullMarked;
