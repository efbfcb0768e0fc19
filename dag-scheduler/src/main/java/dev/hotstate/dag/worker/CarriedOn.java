package dev.hotstate.dag.worker;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Work that goes on when its caller leaves. A client that closes its connection cancels whatever was done for it; what has been
 * sent to Redis by then happens all the same, and a task that was claimed for nobody would be idle for a whole lease.
 */
final class CarriedOn {

    private CarriedOn() {}

    /** @param unclaimed gets the result that the caller does not want any more */
    static <T> Uni<T> run(Uni<T> work, Consumer<T> unclaimed) {
        return Uni.createFrom().emitter(caller -> {
            var over = new AtomicBoolean();
            caller.onTermination(() -> over.set(true));
            work.subscribe()
                    .with(
                            result -> {
                                if (over.compareAndSet(false, true)) {
                                    caller.complete(result);
                                } else {
                                    unclaimed.accept(result);
                                }
                            },
                            caller::fail);
        });
    }
}
