package dev.hotstate.dag.executor;

import dev.hotstate.dag.worker.Delivery;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Completes after a while. The while begins with the attempt: if this process dies, the next one waits anew. A time of day is
 * better said by {@code delayUntil}, which costs nothing while it waits.
 */
@Singleton
final class DelayExecutor implements TaskExecutor {

    private static final Duration LONGEST = Duration.ofHours(24);

    /** @param duration such as PT5M */
    record Delay(@Nullable Duration duration) {}

    private final Payload payload;
    private final int concurrencyMax;

    DelayExecutor(Payload payload, ExecutorConfig config) {
        this.payload = payload;
        this.concurrencyMax = config.delayMax();
    }

    @Override
    public String queue() {
        return "delay";
    }

    @Override
    public int concurrencyMax() {
        return concurrencyMax;
    }

    @Override
    public Uni<ExecutionOutcome> execute(Delivery task) {
        var duration = payload.read(task, Delay.class).duration();
        if (duration == null || duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new Payload.Unfit("duration must be between PT0S and PT24H");
        }
        Uni<ExecutionOutcome> done = Uni.createFrom().item(new ExecutionOutcome.Completed(""));
        return duration.isZero() ? done : done.onItem().delayIt().by(duration);
    }
}
