package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Which lines.
 *
 * @param attempt whose; those of all attempts if it is absent
 */
record LogChoice(TaskId task, @Nullable Long attempt) {}
