package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.stream.StreamEntry;
import dev.hotstate.kit.redis.stream.StreamRelay;
import dev.hotstate.kit.redis.stream.StreamRelays;
import dev.hotstate.kit.redis.stream.StreamSpec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Carries the events of the partitions that this instance owns into Postgres. */
@Singleton
public class EventMirror {

    private static final Logger LOG = Logger.getLogger(EventMirror.class);
    private static final String GROUP = "history";

    /** Each holds up to fifty events. */
    private static final int ENTRIES_AT_ONCE = 200;

    /** For one batch; who asks meanwhile asks again. */
    private static final Duration ROUND_MAX = Duration.ofSeconds(2);

    /** Where XINFO GROUPS has what. */
    private static final int NAME = 1;

    private static final int PENDING = 5;
    private static final int LAST_DELIVERED = 7;

    private final StreamRelays relays;
    private final RedisRouter router;
    private final DagKeys keys;
    private final SharedTransactions transactions;
    private final Counter unreadable;
    private @Nullable StreamRelay relay;

    EventMirror(
            StreamRelays relays,
            RedisRouter router,
            DagKeys keys,
            SharedTransactions transactions,
            MeterRegistry meters) {
        this.relays = relays;
        this.router = router;
        this.keys = keys;
        this.transactions = transactions;
        this.unreadable = Counter.builder("dag.history.unreadable")
                .description("Entries of event streams that are no events; skipped")
                .register(meters);
    }

    /** Ends partition by partition, when the ownership gives them up: after what is under way. */
    void start(@Observes StartupEvent event) {
        relay = relays.open(StreamSpec.of("events", GROUP, keys::events).withBatchMax(ENTRIES_AT_ONCE), this::mirror);
    }

    /** Something was just appended to the stream of a partition: do not wait for the next look. */
    public void nudge(Partition partition) {
        if (relay != null) {
            relay.nudge(partition);
        }
    }

    /**
     * Whether all that was appended to the stream of a partition so far is in Postgres, also what a Redis process that died
     * since had still handed out: the stream of the next one may not know it.
     */
    public Uni<Boolean> hasCaughtUp(Partition partition) {
        return settled(partition)
                .chain(settled ->
                        settled ? hasConsumedAll(partition) : Uni.createFrom().item(false));
    }

    /** Trouble of a round is told by the relay. */
    private Uni<Boolean> settled(Partition partition) {
        return relay == null
                ? Uni.createFrom().item(false)
                : relay.settle(partition)
                        .replaceWith(true)
                        .ifNoItem()
                        .after(ROUND_MAX)
                        .recoverWithItem(false)
                        .onFailure()
                        .recoverWithItem(false);
    }

    private Uni<Boolean> hasConsumedAll(Partition partition) {
        var stream = keys.events(partition);
        var newest = Command.of("XREVRANGE")
                .key(stream)
                .arg("+")
                .arg("-")
                .arg("COUNT")
                .arg(1);
        return router.send(newest)
                .chain(last -> last.size() == 0
                        ? Uni.createFrom().item(true)
                        : router.send(Command.of("XINFO").arg("GROUPS").key(stream))
                                .map(groups ->
                                        hasConsumed(groups, last.get(0).get(0).text())));
    }

    /** Not by the lag that Redis tells: a replica that took over does not know it. */
    private static boolean hasConsumed(Reply groups, String newest) {
        return groups.stream()
                .filter(group -> group.get(NAME).text().equals(GROUP))
                .anyMatch(group -> group.get(PENDING).integer() == 0
                        && EntryId.parse(group.get(LAST_DELIVERED).text()).compareTo(EntryId.parse(newest)) >= 0);
    }

    private Uni<Void> mirror(Partition partition, List<StreamEntry> entries) {
        var events = read(entries);
        return events.isEmpty() ? Uni.createFrom().voidItem() : transactions.store(events);
    }

    /** What can't be read now never can be: it must not hold up what follows. */
    private List<JobEvent> read(List<StreamEntry> entries) {
        return entries.stream()
                .flatMap(entry -> JobEvent.of(entry, this::skipped).stream())
                .toList();
    }

    private void skipped(String why) {
        unreadable.increment();
        LOG.errorf("Skipped what is no event: %s", why);
    }
}
