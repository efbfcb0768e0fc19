package dev.hotstate.dag.template;

import dev.hotstate.dag.job.JobSubmission;
import dev.hotstate.dag.template.FireStore.Due;
import dev.hotstate.dag.template.FireStore.Fire;
import dev.hotstate.dag.template.FireStore.Fires;
import dev.hotstate.dag.template.FireStore.Pending;
import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Fires schedules, then submits what fired. Every instance does; Postgres keeps them apart. */
@Singleton
class FireWorker {

    private static final Logger LOG = Logger.getLogger(FireWorker.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int SCHEDULES_PER_TICK = 20;
    private static final int FIRES_PER_TICK = 50;
    private static final int FIRES_AT_ONCE = 4;
    private static final int REASONS_MAX = 5;
    /** Until a schedule whose times can't be read is looked at again. */
    private static final Duration UNREADABLE_PAUSE = Duration.ofHours(1);

    private final FireStore store;
    private final TemplateStore templateStore;
    private final Templates templates;
    private final TemplateJson json;
    private final JobSubmission submission;
    private final Vertx vertx;
    private final Counter fired;
    private final Counter submitted;
    private final Counter refused;
    private @Nullable Ticker ticker;

    FireWorker(
            FireStore store,
            TemplateStore templateStore,
            Templates templates,
            TemplateJson json,
            JobSubmission submission,
            Vertx vertx,
            MeterRegistry meters) {
        this.store = store;
        this.templateStore = templateStore;
        this.templates = templates;
        this.json = json;
        this.submission = submission;
        this.vertx = vertx;
        this.fired = counter(meters, "fired");
        this.submitted = counter(meters, "submitted");
        this.refused = counter(meters, "refused");
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("dag.schedule.fire")
                .description("Times of schedules: fired, then submitted or refused")
                .tag("outcome", outcome)
                .register(meters);
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Schedules", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return store.due(SCHEDULES_PER_TICK)
                .chain(due -> Multi.createFrom()
                        .iterable(due)
                        .onItem()
                        .transformToUniAndConcatenate(this::fire)
                        .collect()
                        .asList())
                .chain(() -> store.claimPending(FIRES_PER_TICK))
                .chain(pending -> Multi.createFrom()
                        .iterable(pending)
                        .onItem()
                        .transformToUni(this::submit)
                        .merge(FIRES_AT_ONCE)
                        .collect()
                        .asList())
                .replaceWithVoid();
    }

    /** One that can't be fired now does not keep the others from firing. */
    private Uni<Void> fire(Due due) {
        var schedule = due.schedule();
        return templateStore
                .find(schedule.template())
                // A week of minutes to go through, and a large job to render: nothing for an event loop.
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(template -> decide(template, due))
                .chain(fires -> store.fire(schedule, fires))
                .invoke(count -> fired.increment(count))
                .onFailure()
                .invoke(trouble -> LOG.warnf("%s is fired later: %s", schedule.id(), trouble.getMessage()))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    /** Always something that moves the schedule on. The template is read once for all times: they are fired together. */
    private Fires decide(TemplateView template, Due due) {
        var schedule = due.schedule();
        var at = Objects.requireNonNull(schedule.nextFireAt(), "a schedule that is due has a time");
        try {
            var times = CronTimes.of(schedule.cron(), ZoneId.of(schedule.zone()));
            var decision = schedule.misfire().decide(times, at, due.now(), schedule.catchUpMax());
            return new Fires(
                    decision.fires().stream()
                            .map(time -> fire(template, schedule, time))
                            .toList(),
                    decision.next());
        } catch (RuntimeException unreadable) {
            // A zone that is not known any more, say.
            return new Fires(
                    List.of(refused(schedule, at, unreadable)), due.now().plus(UNREADABLE_PAUSE));
        }
    }

    private Fire fire(TemplateView template, ScheduleView schedule, Instant at) {
        try {
            var order = templates.render(template, schedule.parameters(), at.toString());
            return new Fire(at, json.text(order), null);
        } catch (RuntimeException refusal) {
            return refused(schedule, at, refusal);
        }
    }

    private Fire refused(ScheduleView schedule, Instant at, RuntimeException refusal) {
        refused.increment();
        if (refusal instanceof DomainFailure known) {
            return new Fire(at, null, reason(known));
        }
        LOG.errorf(refusal, "%s could not be fired", schedule.id());
        return new Fire(at, null, "It could not be made a job: " + refusal.getMessage());
    }

    /** What is refused now will be refused again; anything else is tried again when the claim has lapsed. */
    private Uni<Void> submit(Pending fire) {
        return Uni.createFrom()
                .deferred(() -> templates.order(json.tree(fire.job()), fire.jobId(), "schedule:" + fire.schedule()))
                .chain(submission::submit)
                .chain(job -> {
                    submitted.increment();
                    return store.end(fire, true, null);
                })
                .onFailure(FireWorker::isFinal)
                .recoverWithUni(refusal -> {
                    refused.increment();
                    LOG.warnf("%s of %s was refused: %s", fire.jobId(), fire.schedule(), refusal.getMessage());
                    return store.end(fire, false, reason((DomainFailure) refusal));
                })
                .onFailure()
                .invoke(trouble -> LOG.warnf("%s is submitted later: %s", fire.jobId(), trouble.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private static boolean isFinal(Throwable failure) {
        return failure instanceof DomainFailure refusal && !refusal.type().retryable();
    }

    private static String reason(DomainFailure refusal) {
        return refusal.errors().isEmpty()
                ? refusal.detail()
                : refusal.errors().stream()
                        .limit(REASONS_MAX)
                        .map(error -> (error.pointer() + " " + error.detail()).strip())
                        .collect(Collectors.joining("; "));
    }
}
