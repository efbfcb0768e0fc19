package dev.hotstate.monitor.push;

import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Reports in Redis. */
@Singleton
class ReportStore {

    static final Script<PingWord> RECORD_PING = Script.load("lua/push/record_ping.lua", PingWord.class);
    private static final long NOW = 0;

    private final Scripts scripts;
    private final MonitorKeys keys;
    private final RedisClock clock;

    ReportStore(Scripts scripts, MonitorKeys keys, RedisClock clock) {
        this.scripts = scripts;
        this.keys = keys;
        this.clock = clock;
    }

    /** What tells a report when it is sent again. */
    static String operation() {
        return Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    /** @param operation the same again when it is sent again, because nobody knows whether it arrived */
    Uni<ReportOutcome> record(String monitor, Report report, String operation) {
        return run(monitor, report, operation, NOW).map(ReportStore::outcome);
    }

    /** Tells what was taken once more, in case Redis has lost it. Gives what it changed; fails while Redis knows no such job. */
    Uni<Optional<ReportOutcome.Recorded>> recordAgain(TakenReport taken) {
        return run(
                        taken.monitor(),
                        taken.report(),
                        taken.operation(),
                        taken.at().toEpochMilli())
                .map(reply -> switch (reply.status()) {
                    case RECORDED -> Optional.of(recorded(reply));
                    case GONE -> throw new ReportNotTaken();
                    case DUPLICATE, OVERTAKEN, STARTED -> Optional.empty();
                });
    }

    private Uni<ScriptReply<PingWord>> run(String monitor, Report report, String operation, long heardAt) {
        long hour = clock.hour();
        var partition = keys.partitionOf(monitor);
        return scripts.run(
                        RECORD_PING,
                        keys.schedule(partition),
                        keys.claim(partition),
                        keys.meta(partition),
                        keys.status(monitor),
                        keys.incident(monitor),
                        keys.retry(monitor),
                        keys.recent(monitor),
                        keys.started(monitor),
                        keys.phases(monitor),
                        keys.hist(monitor, hour),
                        keys.transitions(partition))
                .idempotent()
                .args(
                        monitor,
                        report.run(),
                        report.signal().word(),
                        report.signal().reason().wire(),
                        report.exitStatus(),
                        report.latencyMillis(),
                        hour,
                        report.message(),
                        operation,
                        heardAt);
    }

    private static ReportOutcome outcome(ScriptReply<PingWord> reply) {
        return switch (reply.status()) {
            case RECORDED -> recorded(reply);
            // What followed from it was told when it was taken, or reaches everybody by the stream.
            case DUPLICATE -> ReportOutcome.recorded(reply.text(0), "", reply.integer(1));
            case STARTED -> new ReportOutcome.Started();
            case GONE -> new ReportOutcome.Gone();
            case OVERTAKEN -> throw new IllegalStateException("nothing overtakes what is told for the first time");
        };
    }

    private static ReportOutcome.Recorded recorded(ScriptReply<PingWord> reply) {
        return ReportOutcome.recorded(reply.text(0), reply.text(1), reply.integer(2));
    }
}
