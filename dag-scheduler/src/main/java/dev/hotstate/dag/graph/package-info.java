/**
 * The shape of a job as a compact, immutable graph over integers, and what can be computed from it: is it sound, in which
 * order, which level, the longest way through it. Pure: knows no Redis, no Postgres and no state of a task. Everything is
 * iterative and linear in tasks plus edges, so that a chain of 100,000 tasks is as safe as a fan of them.
 */
@NullMarked
package dev.hotstate.dag.graph;

import org.jspecify.annotations.NullMarked;
