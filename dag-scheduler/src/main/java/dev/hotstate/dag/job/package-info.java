/**
 * Jobs: ordered over HTTP, stored in Postgres, loaded into Redis, begun, held, stopped and run again. Loading is the same for
 * a new job, a rerun and a rebuild: a snapshot of definition and known ends becomes the job's keys, invisible until the last
 * call begins it.
 */
@NullMarked
package dev.hotstate.dag.job;

import org.jspecify.annotations.NullMarked;
