package dev.hotstate.monitor.push;

import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
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
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Takes reports of jobs, and tells Redis again of those that it may lack when another process of it has taken over. */
@Singleton
class Reports {

    /** What the reporter is told. */
    enum Receipt {
        TAKEN,
        /** No push monitor has this token, or it is disabled. */
        UNKNOWN
    }

    private static final Logger LOG = Logger.getLogger(Reports.class);
    private static final int AT_ONCE = 16;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(2);
    private static final Duration TRIED_FOR = Duration.ofSeconds(30);

    private final RedisRouter router;
    private final Partitions partitions;
    private final Definitions definitions;
    private final ReportStore store;
    private final Results results;
    private final RedisClock clock;
    private final MonitorKeys keys;
    private final PartitionBell bell;
    private final MeterRegistry meters;
    private final RecentReports recent = new RecentReports();
    private RedisRouter.@Nullable Subscription successions;

    Reports(
            RedisRouter router,
            Partitions partitions,
            Definitions definitions,
            ReportStore store,
            Results results,
            RedisClock clock,
            MonitorKeys keys,
            PartitionBell bell,
            MeterRegistry meters) {
        this.router = router;
        this.partitions = partitions;
        this.definitions = definitions;
        this.store = store;
        this.results = results;
        this.clock = clock;
        this.keys = keys;
        this.bell = bell;
        this.meters = meters;
    }

    void start(@Observes StartupEvent event) {
        successions = router.onSuccession(slots -> tellAgain(partitions.in(slots))
                .subscribe()
                .with(done -> {}, failure -> LOG.errorf(failure, "Reports can't be told again")));
    }

    void stop(@Observes ShutdownEvent event) {
        if (successions != null) {
            successions.close();
        }
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
        var operation = ReportStore.operation();
        return store.record(monitor.id(), report, operation)
                .invoke(outcome -> note(monitor, report, operation, outcome))
                .map(outcome -> outcome instanceof ReportOutcome.Gone ? lost() : Receipt.TAKEN);
    }

    /** Defined and enabled, but Redis does not know it (yet): the job must not believe that it was heard. */
    private static Receipt lost() {
        throw new ReportNotTaken();
    }

    private void note(Monitor monitor, Report report, String operation, ReportOutcome outcome) {
        count(outcome instanceof ReportOutcome.Gone ? "lost" : report.signal().word());
        if (outcome instanceof ReportOutcome.Started) {
            bell.ring(PartitionBell.Reason.DUE, List.of(keys.partitionOf(monitor.id())));
        }
        if (outcome instanceof ReportOutcome.Recorded recorded) {
            var taken =
                    new TakenReport(monitor.id(), report.withLatency(recorded.latencyMillis()), operation, clock.now());
            recent.add(taken);
            tell(taken, recorded);
        }
    }

    private void tell(TakenReport taken, ReportOutcome.Recorded recorded) {
        var report = taken.report();
        results.tell(new TakenResult(
                taken.monitor(),
                recorded.state(),
                report.signal() == Report.Signal.UP ? Verdict.UP : Verdict.DOWN,
                report.signal().reason(),
                report.exitStatus(),
                recorded.latencyMillis(),
                clock.now(),
                recorded.transition()));
    }

    /** What was confirmed a moment ago and may be lost there. What is not lost changes nothing. */
    Uni<Void> tellAgain(Collection<Partition> doubtful) {
        return Multi.createFrom()
                .iterable(recent.all())
                .filter(taken -> doubtful.contains(keys.partitionOf(taken.monitor())))
                .onItem()
                .transformToUni(this::tellAgain)
                .merge(AT_ONCE)
                .onItem()
                .ignoreAsUni();
    }

    private Uni<Void> tellAgain(TakenReport taken) {
        return store.recordAgain(taken)
                // Where it came back empty, its partition has to be built first.
                .onFailure(failure ->
                        RedisFailure.isOutage(failure) || failure instanceof ReportNotTaken && isRun(taken.monitor()))
                .retry()
                .withBackOff(FIRST_PAUSE, LAST_PAUSE)
                .expireIn(TRIED_FOR.toMillis())
                .invoke(lost -> lost.ifPresent(recorded -> {
                    count("again");
                    tell(taken, recorded);
                }))
                .onFailure()
                .invoke(failure -> LOG.warnf("A report of %s may be lost: %s", taken.monitor(), failure.getMessage()))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    /** Else it is right that Redis does not know it. */
    private boolean isRun(String monitor) {
        return definitions.known(monitor).filter(Monitor::enabled).isPresent();
    }

    private void count(String signal) {
        Counter.builder("monitor.report")
                .description("Reports of jobs, by what they said; again: lost by Redis and told once more")
                .tag("signal", signal)
                .register(meters)
                .increment();
    }
}
