package dev.hotstate.kit.redis.worker;

import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What a process still does when it stops. Others have last work too, and none of them would be asked any more if one that was
 * asked before threw: ShutdownEvent ends with the first observer that does.
 */
public final class LastWork {

    private LastWork() {}

    /**
     * Waits for it, but no longer than that.
     *
     * @param event which only those have who may wait
     * @param trouble told of a failure, or that the time was over
     */
    public static void await(ShutdownEvent event, Uni<?> work, Duration patience, Consumer<Throwable> trouble) {
        work.ifNoItem()
                .after(patience)
                .fail()
                .onFailure()
                .invoke(trouble)
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
    }
}
