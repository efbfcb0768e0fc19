package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.TaskId;

/**
 * A result that a worker hands in.
 *
 * @param output JSON for the children, or empty
 */
public record Completion(TaskId id, String attempt, String output) {}
