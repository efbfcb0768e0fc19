package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code hotstate.script{script, outcome}}: count and duration by status word, or by the kind of failure. */
public final class ScriptMetrics {

    private record Key(String script, String outcome) {}

    private final MeterRegistry registry;
    /** Bounded: scripts and their status words are both closed sets. */
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    public ScriptMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void record(Script<?> script, @Nullable ScriptReply<?> reply, @Nullable Throwable failure, long begunNanos) {
        var outcome = reply != null ? reply.status().name() : kind(failure);
        timers.computeIfAbsent(new Key(script.name(), outcome), this::timer)
                .record(System.nanoTime() - begunNanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Key key) {
        return Timer.builder("hotstate.script")
                .description("Runs of a Lua script, by status word or kind of failure")
                .tag("script", key.script())
                .tag("outcome", key.outcome().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private static String kind(@Nullable Throwable failure) {
        return switch (failure) {
            case RedisUnavailable ignored -> "unavailable";
            case RedisTimedOut ignored -> "timed-out";
            case RedisRefused ignored -> "refused";
            case null, default -> "broken";
        };
    }
}
