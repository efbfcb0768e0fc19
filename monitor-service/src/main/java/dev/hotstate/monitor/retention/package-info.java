/**
 * How long rows of Postgres stay. Each capability says what of its own gets old; here it is removed, a bounded number of rows per
 * statement, by one instance at a time: the owner of the first partition.
 */
@NullMarked
package dev.hotstate.monitor.retention;

import org.jspecify.annotations.NullMarked;
