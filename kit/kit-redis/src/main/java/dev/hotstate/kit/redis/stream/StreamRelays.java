package dev.hotstate.kit.redis.stream;

import dev.hotstate.kit.redis.ownership.OwnershipKeys;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.script.Scripts;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

/**
 * Opens relays.
 * <pre>{@code
 * var relay = relays.open(StreamSpec.of("transitions", "postgres", keys::transitions), this::store);
 * relay.nudge(partition);     // after a script of ours has appended something
 * }</pre>
 */
@Singleton
public final class StreamRelays {

    private final Vertx vertx;
    private final Scripts scripts;
    private final Instance<PartitionOwnership> ownership;
    private final OwnershipKeys keys;
    private final MeterRegistry meters;

    StreamRelays(
            Vertx vertx,
            Scripts scripts,
            Instance<PartitionOwnership> ownership,
            OwnershipKeys keys,
            MeterRegistry meters) {
        this.vertx = vertx;
        this.scripts = scripts;
        this.ownership = ownership;
        this.keys = keys;
        this.meters = meters;
    }

    /** Begins at once, on an event loop; closed by the caller before the application ends. */
    public StreamRelay open(StreamSpec spec, StreamHandler handler) {
        return new StreamRelay(vertx, scripts, ownership.get(), keys, spec, handler, new RelayMetrics(meters, spec));
    }
}
