package dev.hotstate.bench.monitor;

import dev.hotstate.bench.stage.RedisMeter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stage that begins when it is first asked for: those who need it one after the other find it warm, and those before undisturbed. */
final class LateStage implements AutoCloseable {

    private final Source source;
    private @Nullable MonitorStage stage;
    private @Nullable RedisMeter redis;
    private long emptyBytes;

    @FunctionalInterface
    interface Source {
        MonitorStage start() throws IOException, InterruptedException;
    }

    LateStage(Source source) {
        this.source = source;
    }

    MonitorStage running() throws IOException, InterruptedException {
        if (stage == null) {
            var started = source.start();
            redis = started.backends().redisMeter();
            emptyBytes = redis.memoryBytes();
            stage = started;
        }
        return stage;
    }

    /** What Redis holds more than without any monitor. */
    long heldBytes() {
        return redis == null ? 0 : redis.memoryBytes() - emptyBytes;
    }

    /** More than once does no harm. */
    @Override
    public void close() {
        if (redis != null) {
            redis.close();
            redis = null;
        }
        if (stage != null) {
            stage.close();
            stage = null;
        }
    }
}
