package dev.hotstate.monitor.schedule;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorSchedule;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** The queues of the partitions. */
@Singleton
public class ScheduleStore {

    static final Script<ClaimWord> CLAIM_DUE = Script.load("lua/schedule/claim_due.lua", ClaimWord.class);
    static final Script<ReleaseWord> RELEASE_CLAIMS = Script.load("lua/schedule/release_claims.lua", ReleaseWord.class);
    static final Script<EnrollWord> ENROLL_MONITORS = Script.load("lua/schedule/enroll_monitors.lua", EnrollWord.class);
    static final Script<HastenWord> HASTEN_CHECK = Script.load("lua/schedule/hasten_check.lua", HastenWord.class);
    static final Script<WithdrawWord> WITHDRAW_MONITOR =
            Script.load("lua/schedule/withdraw_monitor.lua", WithdrawWord.class);

    /** Bounded by what one script may do without holding up the node. */
    private static final int ENROLL_MAX = 200;

    private final Scripts scripts;
    private final MonitorKeys keys;
    private final RedisClock clock;
    private final Duration leaseMargin;
    private final long backlogMax;

    public ScheduleStore(Scripts scripts, MonitorKeys keys, RedisClock clock, ScheduleConfig config) {
        this.scripts = scripts;
        this.keys = keys;
        this.clock = clock;
        this.leaseMargin = config.leaseMargin();
        this.backlogMax = config.backlogMax();
    }

    Uni<ClaimOutcome> claimDue(Partition partition, int batchMax) {
        return scripts.run(
                        CLAIM_DUE,
                        keys.schedule(partition),
                        keys.claim(partition),
                        keys.meta(partition),
                        keys.epoch(partition),
                        keys.transitions(partition))
                .args(batchMax, leaseMargin.toMillis(), backlogMax, ServerWord.RUN_ID)
                .map(reply -> ClaimOutcome.of(partition, reply))
                .invoke(this::hearTime);
    }

    /** How long this claim can be relied upon, from the moment at which it was asked for. */
    Duration lease(Monitor monitor) {
        return monitor.spec().timeout().plus(leaseMargin);
    }

    /** Gives claims back, which are then due after the delay. What is no longer ours stays as it is. */
    Uni<Long> release(Collection<Claim> claims, Duration delay) {
        return Multi.createFrom()
                .iterable(claims.stream().collect(groupingBy(Claim::partition)).entrySet())
                .onItem()
                .transformToUniAndMerge(entry -> releaseIn(entry.getKey(), entry.getValue(), delay))
                .collect()
                .with(summingLong(Long::longValue));
    }

    private Uni<Long> releaseIn(Partition partition, List<Claim> claims, Duration delay) {
        var arguments = new ArrayList<Object>(1 + 2 * claims.size());
        arguments.add(delay.toMillis());
        claims.forEach(claim -> arguments.addAll(List.of(claim.monitor(), claim.fence())));
        return scripts.run(RELEASE_CLAIMS, keys.schedule(partition), keys.claim(partition))
                .idempotent()
                .args(arguments.toArray())
                .map(reply -> reply.integer(0));
    }

    public Uni<Void> enroll(List<Monitor> monitors, boolean atOnce) {
        return Multi.createFrom()
                .iterable(monitors.stream()
                        .collect(groupingBy(monitor -> keys.partitionOf(monitor.id())))
                        .entrySet())
                .onItem()
                .transformToUniAndMerge(entry -> enrollIn(entry.getKey(), entry.getValue(), atOnce))
                .collect()
                .last()
                .replaceWithVoid();
    }

    /** Gives how many were not scheduled as they should be. */
    public Uni<Long> enrollIn(Partition partition, List<Monitor> monitors, boolean atOnce) {
        return Multi.createFrom()
                .iterable(parts(monitors))
                .onItem()
                .transformToUniAndConcatenate(part -> enrollPart(partition, part, atOnce))
                .collect()
                .with(summingLong(Long::longValue));
    }

    private Uni<Long> enrollPart(Partition partition, List<Monitor> monitors, boolean atOnce) {
        var arguments = new ArrayList<Object>(1 + 2 * monitors.size());
        arguments.add(atOnce);
        monitors.forEach(monitor -> arguments.addAll(List.of(monitor.id(), PackedDefinition.of(monitor))));
        return scripts.run(ENROLL_MONITORS, keys.schedule(partition), keys.claim(partition), keys.meta(partition))
                .idempotent()
                .args(arguments.toArray())
                .map(reply -> reply.integer(0));
    }

    public Uni<Void> withdraw(String monitor, int version, String why) {
        var partition = keys.partitionOf(monitor);
        return scripts.run(
                        WITHDRAW_MONITOR,
                        keys.schedule(partition),
                        keys.claim(partition),
                        keys.meta(partition),
                        keys.status(monitor),
                        keys.incident(monitor),
                        keys.retry(monitor),
                        keys.recent(monitor),
                        keys.phases(monitor),
                        keys.started(monitor),
                        keys.transitions(partition))
                .idempotent()
                .args(monitor, version, why)
                .replaceWithVoid();
    }

    Uni<MonitorSchedule.Hastening> hasten(String monitor) {
        var partition = keys.partitionOf(monitor);
        return scripts.run(HASTEN_CHECK, keys.schedule(partition), keys.claim(partition))
                .idempotent()
                .args(monitor)
                .map(reply -> switch (reply.status()) {
                    case HASTENED -> MonitorSchedule.Hastening.HASTENED;
                    case RUNNING -> MonitorSchedule.Hastening.RUNNING;
                    case GONE -> MonitorSchedule.Hastening.NOT_SCHEDULED;
                });
    }

    private void hearTime(ClaimOutcome outcome) {
        if (outcome instanceof ClaimOutcome.Claimed claimed) {
            clock.heard(claimed.now());
        }
    }

    private static List<List<Monitor>> parts(List<Monitor> monitors) {
        return IntStream.iterate(0, from -> from < monitors.size(), from -> from + ENROLL_MAX)
                .mapToObj(from -> monitors.subList(from, Math.min(from + ENROLL_MAX, monitors.size())))
                .toList();
    }
}
