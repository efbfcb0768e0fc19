/**
 * Transitions of tasks: each is one script over declared keys of one slot. {@code state} is the truth, the order of the checks
 * is attempt, end, running, and only then anything changes. What does not fit into one short call stays in {@code todo}.
 */
@NullMarked
package dev.hotstate.dag.task;

import org.jspecify.annotations.NullMarked;
