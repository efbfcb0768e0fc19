package dev.hotstate.monitor.push;

import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PartitionBell;
import dev.hotstate.monitor.probe.Verdict;
import dev.hotstate.monitor.result.Results;
import dev.hotstate.monitor.result.TakenResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Takes reports of jobs. */
@Singleton
class Reports {

    /** What the reporter is told. */
    enum Receipt {
        TAKEN,
        /** No push monitor has this token, or it is disabled. */
        UNKNOWN
    }

    private final Definitions definitions;
    private final ReportStore store;
    private final Results results;
    private final RedisClock clock;
    private final MonitorKeys keys;
    private final PartitionBell bell;
    private final MeterRegistry meters;

    Reports(
            Definitions definitions,
            ReportStore store,
            Results results,
            RedisClock clock,
            MonitorKeys keys,
            PartitionBell bell,
            MeterRegistry meters) {
        this.definitions = definitions;
        this.store = store;
        this.results = results;
        this.clock = clock;
        this.keys = keys;
        this.bell = bell;
        this.meters = meters;
    }

    boolean isKnown(UUID token) {
        return definitions.isPushToken(token);
    }

    /** Who has this token, if anybody. */
    Uni<Optional<Monitor>> find(UUID token) {
        return definitions.findByPushToken(token);
    }

    /** Confirmed when Redis has it; fails with a {@link RedisFailure} while it is away, so that the job tries again. */
    Uni<Receipt> take(Monitor monitor, Report report) {
        if (!monitor.enabled()) {
            return Uni.createFrom().item(Receipt.UNKNOWN);
        }
        return store.record(monitor.id(), report)
                .invoke(outcome -> note(monitor, report, outcome))
                .map(outcome -> outcome instanceof ReportOutcome.Gone ? lost() : Receipt.TAKEN);
    }

    /** Defined and enabled, but Redis does not know it (yet): the job must not believe that it was heard. */
    private static Receipt lost() {
        throw new ReportNotTaken();
    }

    private void note(Monitor monitor, Report report, ReportOutcome outcome) {
        Counter.builder("monitor.report")
                .description("Reports of jobs, by what they said")
                .tag(
                        "signal",
                        outcome instanceof ReportOutcome.Gone
                                ? "lost"
                                : report.signal().word())
                .register(meters)
                .increment();
        if (outcome instanceof ReportOutcome.Started) {
            bell.ring(PartitionBell.Reason.DUE, List.of(keys.partitionOf(monitor.id())));
        }
        if (outcome instanceof ReportOutcome.Recorded recorded) {
            results.tell(new TakenResult(
                    monitor.id(),
                    recorded.state(),
                    report.signal() == Report.Signal.UP ? Verdict.UP : Verdict.DOWN,
                    report.signal().reason(),
                    report.exitStatus(),
                    recorded.latencyMillis(),
                    clock.now(),
                    recorded.transition()));
        }
    }
}
