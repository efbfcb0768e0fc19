package dev.hotstate.dag.recovery;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this instance from claiming from a node that is short of memory: completions free it, claims do not. Where nobody may look
 * at the nodes, none is.
 */
@Singleton
public class MemoryGate {

    /** Of maxmemory. What is above stays for completions, retries and the events that Postgres has not read yet. */
    static final double SHARE_MAX = 0.70;

    private static final Logger LOG = Logger.getLogger(MemoryGate.class);

    private final VitalsSource vitals;
    private final RedisRouter router;
    private final DagKeys keys;
    private volatile Set<String> full = Set.of();
    private VitalsSource.@Nullable Subscription subscription;

    MemoryGate(VitalsSource vitals, RedisRouter router, DagKeys keys, MeterRegistry meters) {
        this.vitals = vitals;
        this.router = router;
        this.keys = keys;
        Gauge.builder("dag.claim.held", () -> full.size())
                .description("Nodes that nothing is claimed from because they are short of memory")
                .register(meters);
    }

    void start(@Observes StartupEvent event) {
        subscription = vitals.onPoll(this::look);
    }

    void stop(@Observes ShutdownEvent event) {
        if (subscription != null) {
            subscription.close();
        }
    }

    public boolean mayHandOut(Partition partition) {
        var nodes = full;
        if (nodes.isEmpty()) {
            return true;
        }
        var master = router.slotMap().masterOf(keys.epoch(partition).slot());
        return master == null || !nodes.contains(master.toString());
    }

    private void look(Vitals now) {
        var found = now.redis().nodes().stream()
                .filter(MemoryGate::isFull)
                .map(NodeVitals::address)
                .collect(Collectors.toUnmodifiableSet());
        if (!found.equals(full)) {
            LOG.warnf("Nothing is claimed from nodes that use more than 70 %% of their memory: %s", found);
        }
        full = found;
    }

    static boolean isFull(NodeVitals node) {
        var used = node.memoryUsedBytes();
        var most = node.memoryMaxBytes();
        return used != null && most != null && most > 0 && used > SHARE_MAX * most;
    }
}
