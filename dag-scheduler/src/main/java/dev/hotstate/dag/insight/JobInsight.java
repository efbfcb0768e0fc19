package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.PredictionPolicy.Prediction;
import dev.hotstate.dag.job.LiveJobs;
import dev.hotstate.dag.layout.Picture;
import dev.hotstate.dag.platform.DagFailure.JobNotFound;
import dev.hotstate.dag.task.TaskStatus;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Puts together what is known about one job. */
@Singleton
class JobInsight {

    private final InsightStore store;
    private final JobShapes shapes;
    private final LiveJobs live;
    private final Clock clock;

    JobInsight(InsightStore store, JobShapes shapes, LiveJobs live, Clock clock) {
        this.store = store;
        this.shapes = shapes;
        this.live = live;
        this.clock = clock;
    }

    /** What all views are made of. */
    private record Known(JobFacts job, JobShape shape, List<TaskRun> runs, List<TaskStatus> statuses) {}

    Uni<GraphView> graph(String job, PictureRequest request) {
        return known(job)
                .flatMap(known -> picture(known.shape(), request).map(picture -> {
                    var now = clock.instant();
                    return GraphView.of(
                            known.shape(),
                            picture,
                            known.statuses(),
                            prediction(known, now).path(),
                            request.view(known.shape().graph().size()),
                            now);
                }));
    }

    Uni<TimelineView> timeline(String job, PictureRequest request) {
        return known(job)
                .flatMap(known -> picture(known.shape(), request).map(picture -> {
                    var now = clock.instant();
                    return TimelineView.of(
                            known.job(),
                            known.shape(),
                            picture,
                            known.runs(),
                            known.statuses(),
                            prediction(known, now),
                            request.view(known.shape().graph().size()),
                            now);
                }));
    }

    Uni<StatesView> states(String job) {
        return found(job)
                .flatMap(facts -> shapes.of(facts)
                        .flatMap(shape -> statuses(facts, shape, Optional.empty())
                                .map(statuses -> StatesView.of(facts, shape, statuses, clock.instant()))));
    }

    Uni<FoundTasks> find(String job, String words) {
        return found(job)
                .flatMap(facts -> shapes.of(facts)
                        .flatMap(shape -> statuses(facts, shape, Optional.empty())
                                .map(statuses -> FoundTasks.of(shape, statuses, words))));
    }

    private static Prediction prediction(Known known, Instant now) {
        return PredictionPolicy.predict(
                known.shape().graph(), known.runs(), known.job().startedAt(), now);
    }

    private Uni<Known> known(String job) {
        return found(job)
                .flatMap(facts -> shapes.of(facts)
                        .flatMap(shape -> store.runs(job)
                                .flatMap(runs -> statuses(facts, shape, Optional.of(runs))
                                        .map(statuses -> new Known(facts, shape, runs, statuses)))));
    }

    private Uni<JobFacts> found(String job) {
        return store.job(job).map(found -> found.orElseThrow(() -> new JobNotFound(job)));
    }

    /** A job that has ended changes no more: what Postgres says is enough. */
    private Uni<List<TaskStatus>> statuses(JobFacts job, JobShape shape, Optional<List<TaskRun>> runs) {
        var stored = runs.map(Uni.createFrom()::item)
                .orElseGet(() -> store.runs(job.id()))
                .map(known -> known.stream().map(TaskRun::status).toList());
        return job.ended()
                ? stored
                : live.statuses(shape.job(), shape.graph().ids())
                        .flatMap(found -> found.isPresent() ? Uni.createFrom().item(found.get()) : stored);
    }

    /** Drawn on a worker thread: the first picture of a large job takes a while. */
    private static Uni<Picture> picture(JobShape shape, PictureRequest request) {
        return Uni.createFrom()
                .item(() -> request.draw(shape))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }
}
