package dev.hotstate.monitor.probe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of this process for bodies of answers that are being read or judged.
 *
 * <p>A body may grow only to what all together leave free: so many long ones keep each other short, and there is always room
 * for a short one. Nobody waits for room while holding some, so nobody waits for each other.
 */
@Singleton
final class BodyBudget {

    private final long max;
    private final AtomicLong held = new AtomicLong();
    private final Counter refused;

    @Inject
    BodyBudget(ProbeConfig config, MeterRegistry meters) {
        this(config.bodiesMax().asLongValue(), meters);
    }

    BodyBudget(long max, MeterRegistry meters) {
        this.max = max;
        this.refused = Counter.builder("monitor.probe.body.refused")
                .description("Bodies that were not read to their end because others took the memory")
                .register(meters);
        Gauge.builder("monitor.probe.body.held", held, AtomicLong::get)
                .description("Bodies that are being read or judged")
                .baseUnit("bytes")
                .register(meters);
    }

    /** Of one answer; to be released by whoever has it last. */
    Body body() {
        return new Body(this);
    }

    /** @return whether a body of this size may have so much more */
    boolean grant(int size, int more) {
        if (size + more <= max - held.addAndGet(more)) {
            return true;
        }
        giveBack(more);
        refused.increment();
        return false;
    }

    void giveBack(int size) {
        held.addAndGet(-size);
    }
}
