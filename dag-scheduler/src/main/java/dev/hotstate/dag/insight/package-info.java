/**
 * Answers about jobs, for people: the picture with the state of every task, the timeline, the critical path and when it will
 * probably end, why a task does not run, how queues and workers are doing. Reads only. Live state comes from Redis while it is
 * there, the rest from Postgres; no other capability depends on this one.
 */
@NullMarked
package dev.hotstate.dag.insight;

import org.jspecify.annotations.NullMarked;
