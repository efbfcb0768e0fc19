package dev.hotstate.kit.redis.ownership;

import static java.util.Comparator.comparingInt;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.instance.InstanceRegistry;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.worker.Ticker;
import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that this process works on at the moment.
 *
 * <p>Each tick it says that it lives, keeps its leases, gives up what is more than its share, and takes free partitions
 * up to its share. So a process that joins gets its share within two ticks, those of one that leaves in order are free
 * at once, and those of one that dies when its leases end, which is also when it stops counting among the living.
 *
 * <pre>{@code
 * ownership.onGained(reaper::start);
 * ownership.onLost(reaper::stop);                     // given up only when the Uni has ended
 * if (ownership.owns(partition)) { ... }
 * }</pre>
 *
 * <p>{@link #owns} turns false before the lease in Redis ends, measured from when its renewal was sent; but a process
 * may be frozen between asking and acting. See the package for what that asks of its users.
 */
public final class PartitionOwnership {

    static final Script<OwnOutcome> OWN_PARTITION = Script.load("lua/ownership/own_partition.lua", OwnOutcome.class);
    static final Script<ReleaseOutcome> RELEASE_PARTITION =
            Script.load("lua/ownership/release_partition.lua", ReleaseOutcome.class);

    private static final Logger LOG = Logger.getLogger(PartitionOwnership.class);
    private static final int TICKS_PER_LEASE = 10;
    private static final Duration FAREWELL_MAX = Duration.ofSeconds(2);
    private static final int FAREWELLS_PER_LEASE = 4;

    /** Something that goes on until closed. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * @param askedAtNanos when the renewal that Redis granted was sent, so that our end comes before that of Redis
     */
    private record Lease(long fence, long askedAtNanos) {

        boolean holdsAt(long nanos, Duration lease) {
            return nanos - askedAtNanos < lease.toNanos();
        }

        boolean isDueAt(long nanos, Duration lease) {
            return nanos - askedAtNanos >= lease.toNanos() / 3;
        }
    }

    private final Vertx vertx;
    private final RedisRouter router;
    private final Scripts scripts;
    private final OwnershipKeys keys;
    private final Partitions partitions;
    private final InstanceRegistry living;
    private final Duration lease;
    private final Duration farewellMax;
    private final OwnershipMetrics metrics;
    private final String self;
    private final Map<Partition, Lease> leases = new ConcurrentHashMap<>();
    private final List<Consumer<Partition>> gainedListeners = new CopyOnWriteArrayList<>();
    private final List<Function<Partition, Uni<Void>>> lostListeners = new CopyOnWriteArrayList<>();
    private @Nullable Ticker ticker;
    private volatile boolean leaving;
    private volatile boolean warnedOfTwin;

    /**
     * @param living those among whom the partitions are shared: lives as long as a lease, and ends with the process
     */
    PartitionOwnership(
            Vertx vertx,
            RedisRouter router,
            Scripts scripts,
            OwnershipKeys keys,
            Partitions partitions,
            InstanceRegistry living,
            Duration lease,
            OwnershipMetrics metrics) {
        this.vertx = vertx;
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.partitions = partitions;
        this.living = living;
        this.lease = lease;
        this.farewellMax = farewellMax(lease);
        this.metrics = metrics;
        this.self = living.self().value();
        metrics.owned(() -> owned().size());
    }

    /** The partitions that are ours now. */
    public Set<Partition> owned() {
        return leases.keySet().stream().filter(this::owns).collect(Collectors.toUnmodifiableSet());
    }

    public boolean owns(Partition partition) {
        var held = leases.get(partition);
        return held != null && held.holdsAt(System.nanoTime(), lease);
    }

    /** The fence of our lease, for a script that compares it with that of the owner key; 0 if it is not ours. */
    public long fence(Partition partition) {
        var held = leases.get(partition);
        return held == null ? 0 : held.fence();
    }

    /** No other process shares the partitions with us, as far as was known at the last tick, a tenth of a lease ago at most. */
    public boolean isAlone() {
        return living.current().count() <= 1;
    }

    /** Calls the listener for each partition that becomes ours, and at once for those that are; must not block. */
    public Subscription onGained(Consumer<Partition> listener) {
        gainedListeners.add(listener);
        owned().forEach(listener);
        return () -> gainedListeners.remove(listener);
    }

    /**
     * Calls the listener for each partition that stops being ours. Where we give it up ourselves, the next process gets
     * it only when the returned Uni has ended, or after two seconds (with a short lease, a quarter of it).
     */
    public Subscription onLost(Function<Partition, Uni<Void>> listener) {
        lostListeners.add(listener);
        return () -> lostListeners.remove(listener);
    }

    void start() {
        ticker = Ticker.every(vertx, lease.dividedBy(TICKS_PER_LEASE), "Ownership of partitions", this::tick);
    }

    /** At an orderly stop: the others need not wait until the leases end. */
    Uni<Void> leave() {
        leaving = true;
        if (ticker != null) {
            ticker.close();
        }
        // One that cannot be given up, since its shard is away, keeps us no longer among the living.
        return giveUp(List.copyOf(leases.keySet())).onItemOrFailure().call((done, trouble) -> living.leave());
    }

    Uni<Void> tick() {
        return keepLeases().onItemOrFailure().call((kept, trouble) -> share());
    }

    /** While the shard that knows the living is away, nobody gives anything up, and what is free is for whoever sees it. */
    private Uni<Void> share() {
        return living.renew()
                .onItemOrFailure()
                .call((instances, trouble) -> settle(
                        trouble == null
                                ? SharePolicy.share(self, instances.ids(), Partitions.COUNT)
                                : Partitions.COUNT))
                .replaceWithVoid();
    }

    private Uni<Void> settle(int share) {
        int surplus = leases.size() - share;
        if (leaving || surplus == 0) {
            return Uni.createFrom().voidItem();
        }
        return surplus > 0 ? giveUp(someOfOurs(surplus)) : takeFree(-surplus);
    }

    // ---- keeping ----------------------------------------------------------------------------------------------------

    private Uni<Void> keepLeases() {
        long now = System.nanoTime();
        leases.forEach((partition, held) -> {
            if (!held.holdsAt(now, lease)) {
                forget(partition);
            }
        });
        var due = leases.entrySet().stream()
                .filter(entry -> entry.getValue().isDueAt(now, lease))
                .map(Map.Entry::getKey)
                .toList();
        return forEach(due, this::own);
    }

    private Uni<Void> own(Partition partition) {
        var held = leases.get(partition);
        long askedAt = System.nanoTime();
        return scripts.run(OWN_PARTITION, keys.owner(partition))
                .idempotent()
                .args(self, held == null ? 0L : held.fence(), lease.toMillis())
                .invoke(reply -> settled(partition, held, reply, askedAt))
                .replaceWithVoid();
    }

    private void settled(
            Partition partition, @Nullable Lease before, ScriptReply<OwnOutcome> reply, long askedAtNanos) {
        switch (reply.status()) {
            case KEPT -> {
                if (before != null) {
                    leases.replace(partition, before, new Lease(before.fence(), askedAtNanos));
                }
            }
            case TAKEN -> forget(partition);
            case GAINED -> {
                if (before != null && !reply.text(1).isEmpty()) {
                    warnOfTwin();
                }
                // Under a new fence it is another lease: the key had vanished, and who knows what else.
                forget(partition);
                if (leaving) {
                    return;
                }
                leases.put(partition, new Lease(reply.integer(0), askedAtNanos));
                metrics.gained();
                gainedListeners.forEach(listener -> listener.accept(partition));
            }
        }
    }

    /** The lease was ours by name and not by fence: two of one name take everything from each other for ever. */
    private void warnOfTwin() {
        if (!warnedOfTwin) {
            warnedOfTwin = true;
            LOG.warnf("Another process seems to call itself %s: each needs a hotstate.instances.id of its own", self);
        }
    }

    private void forget(Partition partition) {
        if (leases.remove(partition) != null) {
            metrics.lost();
            tellLost(partition)
                    .subscribe()
                    .with(told -> {}, failure -> LOG.warnf("Lost %s with: %s", partition, failure.getMessage()));
        }
    }

    // ---- taking -----------------------------------------------------------------------------------------------------

    /** Looks before it takes, so that it never holds more than it wants; two that want the same meet in the script. */
    private Uni<Void> takeFree(int wanted) {
        var candidates = new ArrayList<>(partitions.all());
        candidates.removeAll(leases.keySet());
        Collections.shuffle(candidates);
        var looks = candidates.stream()
                .map(partition -> Command.of("EXISTS").key(keys.owner(partition)))
                .toList();
        return router.sendAll(looks)
                .map(found -> free(candidates, found, wanted))
                .chain(free -> forEach(free, this::own));
    }

    private static List<Partition> free(List<Partition> candidates, List<Outcome> found, int wanted) {
        var free = new ArrayList<Partition>();
        for (int i = 0; i < candidates.size() && free.size() < wanted; i++) {
            if (found.get(i) instanceof Outcome.Replied replied
                    && replied.reply().integer() == 0) {
                free.add(candidates.get(i));
            }
        }
        return free;
    }

    // ---- giving up --------------------------------------------------------------------------------------------------

    /** The last by number, so that a process that comes and goes moves the same ones to and fro. */
    private List<Partition> someOfOurs(int count) {
        return leases.keySet().stream()
                .sorted(comparingInt(Partition::number).reversed())
                .limit(count)
                .toList();
    }

    private Uni<Void> giveUp(List<Partition> ours) {
        return forEach(ours, this::giveUp);
    }

    private Uni<Void> giveUp(Partition partition) {
        var held = leases.remove(partition);
        if (held == null) {
            return Uni.createFrom().voidItem();
        }
        metrics.released();
        return tellLost(partition)
                .ifNoItem()
                .after(farewellMax)
                .fail()
                .onFailure()
                .recoverWithNull()
                .chain(() -> scripts.run(RELEASE_PARTITION, keys.owner(partition))
                        .idempotent()
                        .args(self, Long.toString(held.fence())))
                .replaceWithVoid();
    }

    /** The other leases are not kept meanwhile. */
    private static Duration farewellMax(Duration lease) {
        var part = lease.dividedBy(FAREWELLS_PER_LEASE);
        return part.compareTo(FAREWELL_MAX) < 0 ? part : FAREWELL_MAX;
    }

    private Uni<Void> tellLost(Partition partition) {
        return forEach(lostListeners, listener -> listener.apply(partition));
    }

    /** All at once; one that fails does not keep the others from ending, and then fails the whole. */
    private static <T> Uni<Void> forEach(Collection<T> items, Function<T, Uni<Void>> step) {
        if (items.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var steps = items.stream().map(step).toList();
        return Uni.join()
                .all(steps)
                .andCollectFailures()
                .onFailure(CompositeException.class)
                .transform(all -> ((CompositeException) all).getCauses().getFirst())
                .replaceWithVoid();
    }
}
