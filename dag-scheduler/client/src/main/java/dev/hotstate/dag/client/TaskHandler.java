package dev.hotstate.dag.client;

import org.jspecify.annotations.Nullable;

/**
 * What a worker does with a task. Called on a virtual thread of its own.
 *
 * <p>It may be called twice for one task: after its worker fell silent for longer than the lease, or when its answer was lost.
 * Only one answer is accepted; effects elsewhere should bear to be repeated, or use {@link Task#attempt()} as a fence.
 */
@FunctionalInterface
public interface TaskHandler {

    /**
     * @return what children get, as anything that Jackson writes; null for nothing
     * @throws NotRetryable if another try would be in vain
     * @throws Exception for any other failure; the task is tried again as often as it was submitted with
     */
    @Nullable
    Object handle(Task task) throws Exception;
}
