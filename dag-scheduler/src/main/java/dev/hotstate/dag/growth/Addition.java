package dev.hotstate.dag.growth;

import dev.hotstate.dag.platform.TaskId;

/**
 * Tasks that a task adds to its job.
 *
 * @param adder the task that adds them
 * @param attempt that asked last
 * @param request how the worker calls this addition
 * @param firstPosition where in the job they stand
 * @param tasks how many
 */
record Addition(TaskId adder, String attempt, String request, int firstPosition, int tasks) {}
