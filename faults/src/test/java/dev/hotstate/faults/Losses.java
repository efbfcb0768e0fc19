package dev.hotstate.faults;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.testing.redis.HashSlot;
import dev.hotstate.kit.testing.redis.Promotion;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where and when Redis itself may have lost what it had acknowledged: on the shard of a replica that took over, in the moments before
 * that; and everything there was before somebody emptied it. Nothing else is excused by Redis.
 *
 * <p>A replica that takes over although the fault did not mean it has a reason. It may be the machine: with a node timeout of a second, a stall
 * is no less than a death. Else something of ours kept a master from answering, and that is a violation.
 */
final class Losses {

    /** A dead master is noticed after a node timeout, another is elected within a few more: what was written before has long been copied. */
    static final Duration REACH = World.NODE_TIMEOUT.multipliedBy(5);

    private static final Duration ELECTION = World.NODE_TIMEOUT.multipliedBy(4);

    /** That much of a second in which a node could not run is a reason for its silence. */
    private static final Duration STALL = World.NODE_TIMEOUT.dividedBy(2);

    /** In all faults of a run together. A machine on which there are more tests nothing. */
    static final int UNMEANT_MAX = 3;

    private final RedisClusterHarness cluster;
    private final MachineWatch machine;
    /** A master and its replica are of one shard for good, whichever of them serves. */
    private final Map<RedisNode, Integer> shards = new HashMap<>();

    private final Set<RedisNode> meant = ConcurrentHashMap.newKeySet();
    private int unmeantSoFar;
    private Instant begin = Instant.now();
    private Optional<Instant> emptied = Optional.empty();
    private List<Promotion> promotions = List.of();

    Losses(RedisClusterHarness cluster) {
        this.cluster = cluster;
        for (var master : cluster.masters()) {
            int shard = shards.size();
            shards.put(master, shard);
            shards.put(cluster.replicaOf(master), shard);
        }
        this.machine = new MachineWatch(
                () -> cluster.nodes().stream().map(node -> node.process().pid()).toList());
    }

    /** Before each fault. */
    void expectNone() {
        begin = Instant.now();
        emptied = Optional.empty();
        meant.clear();
        promotions = List.of();
    }

    /** The fault was to make this one a master. */
    void mean(RedisNode promoted) {
        meant.add(promoted);
    }

    /** The fault has emptied all masters. */
    void noteEmptied() {
        emptied = Optional.of(Instant.now());
    }

    /** Asks the nodes what has happened since the fault began. */
    void look() {
        promotions = cluster.promotionsSince(begin);
    }

    /** Whether Redis may have lost what was written to this key at that time. */
    boolean mayHold(String key, Span written) {
        int shard = shards.get(cluster.masterOfSlot(HashSlot.of(key)));
        return isEmptied(written)
                || promotions.stream()
                        .anyMatch(promotion -> shards.get(promotion.node()) == shard
                                && reach(promotion).meets(written));
    }

    /** The same of something whose keys may lie on any shard. */
    boolean mayHold(Span written) {
        return isEmptied(written)
                || promotions.stream().anyMatch(promotion -> reach(promotion).meets(written));
    }

    private boolean isEmptied(Span written) {
        return emptied.filter(end -> !written.begun().isAfter(end)).isPresent();
    }

    private Span reach(Promotion promotion) {
        return new Span(promotion.won().minus(REACH), promotion.obeyed());
    }

    /** A promotion that the fault did not mean, and what the machine has to do with it. */
    record Unmeant(Promotion promotion, Duration stalled) {

        boolean isExcused() {
            return stalled.compareTo(STALL) >= 0;
        }

        @Override
        public String toString() {
            return "%s took over although the fault did not mean it; the machine had kept a node from running for %s of a second before"
                    .formatted(promotion.node(), seconds(stalled));
        }
    }

    /** Of this fault, once it is over. */
    List<Unmeant> unmeant() {
        var wanted = new ArrayList<>(meant);
        return promotions.stream()
                .filter(promotion -> !wanted.remove(promotion.node()))
                .map(promotion -> new Unmeant(promotion, stalled(promotion)))
                .toList();
    }

    /** What the machine does not explain, or does not explain any more. */
    List<String> violations() {
        var found = new ArrayList<String>();
        for (var one : unmeant()) {
            unmeantSoFar++;
            if (!one.isExcused()) {
                found.add("redis: " + one);
            } else if (unmeantSoFar > UNMEANT_MAX) {
                found.add("redis: %s; that is number %d of a run, %d are borne"
                        .formatted(one, unmeantSoFar, UNMEANT_MAX));
            }
        }
        return found;
    }

    /** A silence of one node timeout, the votes of the others, and at most a second until the replica asks for them. */
    private Duration stalled(Promotion promotion) {
        return machine.worst(World.NODE_TIMEOUT, promotion.won().minus(ELECTION), promotion.won());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }

    void close() {
        machine.close();
    }
}
