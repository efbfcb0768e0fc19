package dev.hotstate.monitor.result;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.monitor.history.LatencyBuckets;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.ProbeResult;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The state of monitors in Redis, as far as results change it. */
@Singleton
public class ResultStore {

    static final Script<CommitWord> COMMIT_RESULT = Script.load("lua/result/commit_result.lua", CommitWord.class);
    static final Script<CloseOutcome> CLOSE_INCIDENT = Script.load("lua/result/close_incident.lua", CloseOutcome.class);
    static final Script<RestoreOutcome> RESTORE_INCIDENT =
            Script.load("lua/result/restore_incident.lua", RestoreOutcome.class);
    static final Script<ListWord> LIST_OUTAGES = Script.load("lua/result/list_outages.lua", ListWord.class);
    static final Script<RepeatOutcome> REPEAT_OUTAGE = Script.load("lua/result/repeat_outage.lua", RepeatOutcome.class);

    /** Bounded by what one script may do without holding up the node. */
    private static final int OUTAGES_MAX = 200;

    private static final long MICROS_PER_MILLI = 1_000;

    private final Scripts scripts;
    private final MonitorKeys keys;
    private final RedisClock clock;

    public ResultStore(Scripts scripts, MonitorKeys keys, RedisClock clock) {
        this.scripts = scripts;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Takes the result of a check. Sending it again, when its fate is unknown, is safe.
     *
     * @param fence   of the claim
     * @param version of the definition that was checked
     */
    public Uni<CommitOutcome> commit(String monitor, String fence, int version, ProbeResult result) {
        long hour = clock.hour();
        var partition = keys.partitionOf(monitor);
        return scripts.run(
                        COMMIT_RESULT,
                        keys.schedule(partition),
                        keys.claim(partition),
                        keys.meta(partition),
                        keys.status(monitor),
                        keys.incident(monitor),
                        keys.retry(monitor),
                        keys.recent(monitor),
                        keys.phases(monitor),
                        keys.hist(monitor, hour),
                        keys.transitions(partition))
                .idempotent()
                .args(
                        monitor,
                        fence,
                        version,
                        result.verdict().wire(),
                        result.reason().wire(),
                        result.statusCode(),
                        millis(result.latencyMicros()),
                        LatencyBuckets.of(result.latencyMicros()),
                        hour,
                        result.message(),
                        packed(result.phases()),
                        result.certificateDays() == null ? "" : result.certificateDays())
                .map(CommitOutcome::of);
    }

    /** Forgets an incident that is closed in Postgres, unless it went on meanwhile. */
    public Uni<CloseOutcome> close(String monitor, String incident) {
        return scripts.run(CLOSE_INCIDENT, keys.incident(monitor))
                .idempotent()
                .args(incident)
                .map(ScriptReply::status);
    }

    /** Brings back an incident that is open in Postgres and unknown here: nobody is told of it again, unless it is over. */
    public Uni<RestoreOutcome> restore(LostOutage lost, int failureCount, int recoveryThreshold) {
        var monitor = lost.monitor();
        return scripts.run(
                        RESTORE_INCIDENT,
                        keys.incident(monitor),
                        keys.status(monitor),
                        keys.transitions(keys.partitionOf(monitor)))
                .idempotent()
                .args(
                        monitor,
                        lost.incident(),
                        lost.firstFailureAt().toEpochMilli(),
                        lost.begunAt().toEpochMilli(),
                        failureCount,
                        recoveryThreshold)
                .map(ScriptReply::status);
    }

    /** Which of these monitors, all of one partition, are down as far as Redis knows. */
    public Uni<List<Outage>> outages(List<String> monitors) {
        return Multi.createFrom()
                .iterable(monitors)
                .group()
                .intoLists()
                .of(OUTAGES_MAX)
                .onItem()
                .transformToUniAndConcatenate(this::outagesAmong)
                .collect()
                .in(ArrayList::new, List::addAll);
    }

    private Uni<List<Outage>> outagesAmong(List<String> monitors) {
        return scripts.run(LIST_OUTAGES, monitors.stream().map(keys::incident).toArray(RedisKey[]::new))
                .idempotent()
                .args()
                .map(reply -> IntStream.iterate(0, i -> i < reply.values().size(), i -> i + 3)
                        .mapToObj(i -> new Outage(
                                monitors.get((int) reply.integer(i)),
                                reply.text(i + 1),
                                Instant.ofEpochMilli(reply.integer(i + 2))))
                        .toList());
    }

    /** Tells once more of an outage that goes on: who knows of it takes no notice. */
    public Uni<RepeatOutcome> repeat(Outage outage) {
        var monitor = outage.monitor();
        return scripts.run(
                        REPEAT_OUTAGE,
                        keys.status(monitor),
                        keys.incident(monitor),
                        keys.transitions(keys.partitionOf(monitor)))
                .idempotent()
                .args(monitor, outage.incident())
                .map(ScriptReply::status);
    }

    /** Empty where nothing was measured. */
    private static String packed(Phases phases) {
        return phases.equals(Phases.NONE)
                ? ""
                : phases.dnsMicros()
                        + "," + phases.connectMicros()
                        + "," + phases.tlsMicros()
                        + "," + phases.firstByteMicros()
                        + "," + phases.transferMicros();
    }

    private static long millis(long micros) {
        return Math.round((double) micros / MICROS_PER_MILLI);
    }
}
