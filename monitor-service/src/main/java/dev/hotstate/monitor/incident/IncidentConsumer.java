package dev.hotstate.monitor.incident;

import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.stream.StreamEntry;
import dev.hotstate.kit.redis.stream.StreamRelay;
import dev.hotstate.kit.redis.stream.StreamRelays;
import dev.hotstate.kit.redis.stream.StreamSpec;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PartitionBell;
import dev.hotstate.monitor.result.ResultListener;
import dev.hotstate.monitor.result.ResultStore;
import dev.hotstate.monitor.result.TakenResult;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes transitions from the streams of the partitions that are ours, in order, and has them recorded. An entry counts as
 * consumed when Postgres has it and, for a resolved one, when Redis has forgotten the incident; a process that dies anywhere
 * in between leaves the entry to whoever owns the partition next.
 */
@Singleton
class IncidentConsumer implements ResultListener {

    private static final Logger LOG = Logger.getLogger(IncidentConsumer.class);
    private static final int BATCH_MAX = 100;

    /** Whoever appends rings the bell; this is for a ring that is lost. */
    private static final Duration QUIET_PAUSE = Duration.ofSeconds(8);

    private final StreamRelays relays;
    private final MonitorKeys keys;
    private final IncidentRecorder recorder;
    private final ResultStore hot;
    private final IncidentMetrics metrics;
    private final Partitions partitions;
    private final PartitionOwnership ownership;
    private final PartitionBell bell;
    private @Nullable StreamRelay relay;

    IncidentConsumer(
            StreamRelays relays,
            MonitorKeys keys,
            IncidentRecorder recorder,
            ResultStore hot,
            IncidentMetrics metrics,
            Partitions partitions,
            PartitionOwnership ownership,
            PartitionBell bell) {
        this.relays = relays;
        this.keys = keys;
        this.recorder = recorder;
        this.hot = hot;
        this.metrics = metrics;
        this.partitions = partitions;
        this.ownership = ownership;
        this.bell = bell;
    }

    void start(@Observes StartupEvent event) {
        relay = relays.open(
                StreamSpec.of("transitions", "incidents", keys::transitions)
                        .withBatchMax(BATCH_MAX)
                        .withQuietPause(QUIET_PAUSE),
                this::handle);
        bell.onRing(PartitionBell.Reason.TRANSITION, relay::nudge);
        bell.onDoubt(() -> partitions.all().forEach(relay::nudge));
    }

    void stop(@Observes ShutdownEvent event) {
        if (relay != null) {
            relay.close();
        }
    }

    /** A transition that was appended here is recorded at once, by whoever owns its partition. */
    @Override
    public void taken(TakenResult result) {
        if (result.transition().isEmpty() || relay == null) {
            return;
        }
        var partition = keys.partitionOf(result.monitor());
        if (ownership.owns(partition)) {
            relay.nudge(partition);
        } else {
            bell.ring(PartitionBell.Reason.TRANSITION, List.of(partition));
        }
    }

    Uni<Void> handle(Partition partition, List<StreamEntry> entries) {
        return Multi.createFrom()
                .iterable(entries)
                .onItem()
                .transformToUniAndConcatenate(this::take)
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> take(StreamEntry entry) {
        return read(entry).map(this::take).orElseGet(() -> Uni.createFrom().voidItem());
    }

    private Uni<Void> take(TransitionEntry entry) {
        return recorder.record(entry)
                .invoke(recorded -> metrics.recorded(entry, recorded))
                .chain(recorded -> entry.type() == Transition.RESOLVED
                        ? hot.close(entry.monitorId(), entry.incidentId()).replaceWithVoid()
                        : Uni.createFrom().voidItem());
    }

    /** What no version of us can have written must not stop the partition for ever. */
    private Optional<TransitionEntry> read(StreamEntry entry) {
        try {
            return Optional.of(TransitionEntry.read(entry.id(), entry.fields()));
        } catch (IllegalArgumentException e) {
            LOG.errorf("Entry %s of the transition stream is dropped: %s", entry.id(), e.getMessage());
            metrics.unreadable();
            return Optional.empty();
        }
    }
}
