package dev.hotstate.dag.worker;

import dev.hotstate.dag.task.ClaimedTask;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One request that waits for tasks. */
final class Waiter {

    private final String worker;
    private final int max;
    private final UniEmitter<? super List<ClaimedTask>> answer;
    private final Context context;
    private final Consumer<List<ClaimedTask>> unclaimed;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean gone;

    /**
     * @param context of the request that waits: whoever finds its tasks does so on behalf of another request, or of none
     * @param unclaimed gets tasks that were on their way to a request that has gone
     */
    Waiter(
            String worker,
            int max,
            UniEmitter<? super List<ClaimedTask>> answer,
            Context context,
            Consumer<List<ClaimedTask>> unclaimed) {
        this.worker = worker;
        this.max = max;
        this.answer = answer;
        this.context = context;
        this.unclaimed = unclaimed;
    }

    String worker() {
        return worker;
    }

    int max() {
        return max;
    }

    /** Whether anybody still waits; who asks must answer. */
    boolean isOver() {
        return over.get();
    }

    /** Whether the answer reached it; otherwise the tasks have to go elsewhere. */
    boolean answer(List<ClaimedTask> tasks) {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            context.runOnContext(own -> handOver(tasks));
        }
        return first;
    }

    private void handOver(List<ClaimedTask> tasks) {
        if (gone) {
            unclaimed.accept(tasks);
        } else {
            answer.complete(tasks);
        }
    }

    void gone() {
        gone = true;
        over.set(true);
    }
}
