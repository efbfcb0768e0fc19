package dev.hotstate.dag.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.job.Presence;
import dev.hotstate.dag.platform.DagFailure.StaleAttempt;
import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.AnswerOutcome;
import dev.hotstate.dag.task.Beat;
import dev.hotstate.dag.task.Completion;
import dev.hotstate.dag.task.FailureKind;
import dev.hotstate.dag.worker.AnswerRequests.AttemptRequest;
import dev.hotstate.dag.worker.AnswerRequests.BatchBeat;
import dev.hotstate.dag.worker.AnswerRequests.BatchCompletion;
import dev.hotstate.dag.worker.AnswerRequests.BatchFailure;
import dev.hotstate.dag.worker.AnswerRequests.CompleteBatchRequest;
import dev.hotstate.dag.worker.AnswerRequests.CompleteRequest;
import dev.hotstate.dag.worker.AnswerRequests.FailBatchRequest;
import dev.hotstate.dag.worker.AnswerRequests.FailRequest;
import dev.hotstate.dag.worker.AnswerRequests.HeartbeatBatchRequest;
import dev.hotstate.dag.worker.AnswerRequests.LogsBatchRequest;
import dev.hotstate.dag.worker.AnswerRequests.LogsRequest;
import dev.hotstate.dag.worker.AnswerRequests.NextRequest;
import dev.hotstate.dag.worker.AnswerViews.BeatAnswer;
import dev.hotstate.dag.worker.AnswerViews.BeatAnswers;
import dev.hotstate.dag.worker.AnswerViews.LogAnswers;
import dev.hotstate.dag.worker.AnswerViews.TaskAnswer;
import dev.hotstate.dag.worker.AnswerViews.TaskAnswers;
import dev.hotstate.dag.worker.Answers.Wish;
import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.connection.RedisFailure;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What workers say about the tasks they have, one by one or many at once. */
@Path("/tasks")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("worker")
@Tag(name = "Workers")
public class TaskAnswerResource {

    private final Answers answers;
    private final TaskLogs logs;
    private final Deliveries deliveries;
    private final Workers workers;
    private final Presence presence;

    TaskAnswerResource(Answers answers, TaskLogs logs, Deliveries deliveries, Workers workers, Presence presence) {
        this.answers = answers;
        this.logs = logs;
        this.deliveries = deliveries;
        this.workers = workers;
        this.presence = presence;
    }

    @POST
    @Path("/{id}/complete")
    @Operation(
            operationId = "completeTask",
            summary = "Hand in the result of a task",
            description =
                    "Accepted once per attempt; the same call again gets the same answer. An attempt that lost its"
                            + " lease is refused (409). With claim, further tasks come in the same answer. The task has"
                            + " its status at once; its worker, finishedAt and output are told within about a second.")
    public Uni<TaskAnswer> complete(String id, @Valid @NotNull CompleteRequest request) {
        var task = idOf(id);
        var completion = new Completion(task, request.attempt(), text(request.output()));
        return answers.complete(completion, wish(request.claim()))
                .chain(answered -> deliveries
                        .deliverable(answered.next())
                        .chain(next -> single(task, answered.outcomes().getFirst())
                                .map(answer -> request.claim() == null ? answer : answer.with(next))));
    }

    @POST
    @Path("/{id}/fail")
    @Operation(
            operationId = "failTask",
            summary = "Say that a task failed",
            description =
                    "It is tried again while it has retries left, after a pause that doubles each time and is drawn"
                            + " at random from zero up to that.")
    public Uni<TaskAnswer> fail(String id, @Valid @NotNull FailRequest request) {
        var task = idOf(id);
        return answers.fail(task, request.attempt(), kind(request.retryable()), problem(request.error()))
                .chain(outcome -> single(task, outcome));
    }

    @POST
    @Path("/{id}/release")
    @Operation(operationId = "releaseTask", summary = "Give a task back that was not begun; counts as no attempt")
    public Uni<TaskAnswer> release(String id, @Valid @NotNull AttemptRequest request) {
        var task = idOf(id);
        return answers.fail(task, request.attempt(), FailureKind.RELEASED, "given back by its worker")
                .chain(outcome -> single(task, outcome));
    }

    @POST
    @Path("/{id}/heartbeat")
    @Operation(
            operationId = "heartbeatTask",
            summary = "Extend the lease of a task",
            description =
                    "stop: the task was cancelled, or another worker has it; nothing that this attempt hands in is"
                            + " accepted any more.")
    public Uni<BeatAnswer> heartbeat(String id, @Valid @NotNull AttemptRequest request) {
        return answers.heartbeat(List.of(new Beat(idOf(id), request.attempt())))
                .map(renewed -> beat(renewed.getFirst()));
    }

    @POST
    @Path("/{id}/logs")
    @Operation(operationId = "appendLogs", summary = "Add lines to the log of a task")
    public Uni<Void> logs(String id, @Valid @NotNull LogsRequest request) {
        return logs.append(idOf(id), request.attempt(), request.firstSeq(), request.lines());
    }

    @POST
    @Path("/complete")
    @Operation(operationId = "completeTasks", summary = "Hand in the results of many tasks; each has its own verdict")
    public Uni<TaskAnswers> completeAll(@Valid @NotNull CompleteBatchRequest request) {
        var completions = nameable(request.tasks(), BatchCompletion::id)
                .map(task -> new Completion(idOf(task.id()), task.attempt(), text(task.output())))
                .toList();
        return answers.complete(completions, wish(request.claim()))
                .chain(answered -> deliveries
                        .deliverable(answered.next())
                        .map(next -> new TaskAnswers(
                                views(
                                        request.tasks().stream()
                                                .map(BatchCompletion::id)
                                                .toList(),
                                        answered.outcomes()),
                                request.claim() == null ? null : next)));
    }

    @POST
    @Path("/fail")
    @Operation(operationId = "failTasks", summary = "Say of many tasks that they failed; each has its own verdict")
    public Uni<TaskAnswers> failAll(@Valid @NotNull FailBatchRequest request) {
        var calls = nameable(request.tasks(), BatchFailure::id)
                .map(task ->
                        answers.fail(idOf(task.id()), task.attempt(), kind(task.retryable()), problem(task.error())))
                .toList();
        var all = calls.isEmpty()
                ? Uni.createFrom().item(List.<AnswerOutcome>of())
                : Uni.join().all(calls).andFailFast();
        return all.map(outcomes -> new TaskAnswers(
                views(request.tasks().stream().map(BatchFailure::id).toList(), outcomes), null));
    }

    @POST
    @Path("/heartbeat")
    @Operation(operationId = "heartbeatTasks", summary = "Extend the leases of many tasks")
    public Uni<BeatAnswers> heartbeatAll(@Valid @NotNull HeartbeatBatchRequest request) {
        var beats = nameable(request.tasks(), BatchBeat::id)
                .map(task -> new Beat(idOf(task.id()), task.attempt()))
                .toList();
        return answers.heartbeat(beats).map(renewed -> {
            var given = renewed.iterator();
            return new BeatAnswers(request.tasks().stream()
                    .map(task -> isNameable(task.id()) ? beat(given.next()) : BeatAnswer.ofNobody(task.id()))
                    .toList());
        });
    }

    @POST
    @Path("/logs")
    @Operation(
            operationId = "appendLogsOfTasks",
            summary = "Add lines to the logs of many tasks; each has its own verdict")
    public Uni<LogAnswers> logsOfAll(@Valid @NotNull LogsBatchRequest request) {
        var calls = request.tasks().stream()
                .map(task -> Uni.createFrom()
                        .deferred(() -> logs.append(idOf(task.id()), task.attempt(), task.firstSeq(), task.lines()))
                        .replaceWith(TaskAnswer.without(task.id(), "ACCEPTED", null))
                        .onFailure(TaskNotFound.class)
                        .recoverWithItem(TaskAnswer.without(task.id(), "UNKNOWN", null))
                        .onFailure(StaleAttempt.class)
                        .recoverWithItem(TaskAnswer.without(task.id(), "STALE", null))
                        .onFailure(failure -> failure instanceof DomainFailure || failure instanceof RedisFailure)
                        .recoverWithItem(TaskAnswer.without(task.id(), "UNAVAILABLE", null)))
                .toList();
        return Uni.join().all(calls).andFailFast().map(LogAnswers::new);
    }

    private Uni<TaskAnswer> single(TaskId task, AnswerOutcome outcome) {
        return switch (outcome) {
            case AnswerOutcome.Stale stale -> Uni.createFrom().failure(new StaleAttempt(task, stale.current()));
            case AnswerOutcome.Unknown unknown -> presence.explain(task);
            case AnswerOutcome.Refused refused ->
                Uni.createFrom()
                        .failure(new Refusal(
                                KitProblem.INVALID_INPUT,
                                "See errors for what must be different.",
                                List.of(FieldError.at("/output", refused.why()))));
            case AnswerOutcome.Unavailable unavailable -> Uni.createFrom().failure(unavailable.cause());
            default -> Uni.createFrom().item(view(task.toString(), outcome));
        };
    }

    private static List<TaskAnswer> views(List<String> ids, List<AnswerOutcome> outcomes) {
        var given = outcomes.iterator();
        return ids.stream()
                .map(id -> view(id, isNameable(id) ? given.next() : new AnswerOutcome.Unknown()))
                .toList();
    }

    /** What can't be the id of a task is nobody's, and does not refuse the rest of its batch. */
    private static <T> Stream<T> nameable(List<T> tasks, Function<T, String> id) {
        return tasks.stream().filter(task -> isNameable(id.apply(task)));
    }

    private static boolean isNameable(String id) {
        return TaskId.parse(id).isPresent();
    }

    private static TaskAnswer view(String id, AnswerOutcome outcome) {
        return switch (outcome) {
            case AnswerOutcome.Accepted accepted -> TaskAnswer.ended(id, "ACCEPTED", accepted.status(), accepted.due());
            case AnswerOutcome.Duplicate duplicate -> TaskAnswer.ended(id, "DUPLICATE", duplicate.status(), null);
            case AnswerOutcome.Stale stale -> TaskAnswer.stale(id, stale.current());
            case AnswerOutcome.Alive alive -> throw new IllegalStateException("only the server takes tasks back");
            case AnswerOutcome.Unknown unknown -> TaskAnswer.without(id, "UNKNOWN", null);
            case AnswerOutcome.Refused refused -> TaskAnswer.without(id, "REFUSED", refused.why());
            case AnswerOutcome.Unavailable unavailable -> TaskAnswer.without(id, "UNAVAILABLE", null);
        };
    }

    private static BeatAnswer beat(Beat.Renewed renewed) {
        return new BeatAnswer(
                renewed.beat().id().toString(), renewed.stop(), renewed.leaseEnd(), renewed.known() ? null : true);
    }

    private static String text(@Nullable JsonNode output) {
        return output == null || output.isNull() ? "" : output.toString();
    }

    private @Nullable Wish wish(@Nullable NextRequest claim) {
        if (claim == null) {
            return null;
        }
        workers.seen(claim.queue(), claim.worker());
        return new Wish(claim.queue(), claim.worker(), claim.wanted(), Duration.ofMillis(claim.patienceMs()));
    }

    private static TaskId idOf(String id) {
        return TaskId.parse(id).orElseThrow(() -> new TaskNotFound(id));
    }

    private static FailureKind kind(@Nullable Boolean retryable) {
        return Boolean.FALSE.equals(retryable) ? FailureKind.FATAL : FailureKind.FAILED;
    }

    private static String problem(@Nullable String error) {
        return Optional.ofNullable(error).orElse("it failed");
    }
}
