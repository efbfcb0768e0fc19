/**
 * What happened: carries {@code dag:events:{pp}} into Postgres and answers from there, live from the stream itself.
 *
 * <p>An event is stored once (key: job, task, attempt, seq). The rows of jobs and tasks show their state as of the newest
 * event in them; an older one changes nothing, so batches may come twice and from a former owner of the partition.
 */
@NullMarked
package dev.hotstate.dag.history;

import org.jspecify.annotations.NullMarked;
