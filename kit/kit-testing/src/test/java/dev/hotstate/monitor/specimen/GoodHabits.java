package dev.hotstate.monitor.specimen;

import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Instant;

/** Does the same as it should. */
class GoodHabits {

    private final Clock clock;

    GoodHabits(Clock clock) {
        this.clock = clock;
    }

    Instant now() {
        return Instant.now(clock);
    }

    @RunOnVirtualThread
    int await(Uni<Integer> uni) {
        return uni.await().indefinitely();
    }
}
