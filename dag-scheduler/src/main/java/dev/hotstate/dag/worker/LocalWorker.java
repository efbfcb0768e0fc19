package dev.hotstate.dag.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.AnswerOutcome;
import dev.hotstate.dag.task.Beat;
import dev.hotstate.dag.task.Completion;
import dev.hotstate.dag.task.FailureKind;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** Lets this process itself work on tasks, by the same rules as a worker that comes over HTTP. */
@Singleton
public class LocalWorker {

    private final Claims claims;
    private final Deliveries deliveries;
    private final Answers answers;
    private final Workers workers;
    private final ObjectReader json;

    LocalWorker(Claims claims, Deliveries deliveries, Answers answers, Workers workers, ObjectMapper json) {
        this.json = json.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.claims = claims;
        this.deliveries = deliveries;
        this.answers = answers;
        this.workers = workers;
    }

    /** Up to so many tasks, at once. */
    public Uni<List<Delivery>> claim(String queue, String worker, int max) {
        workers.seen(queue, worker);
        return claims.claim(queue, worker, max, Duration.ZERO).chain(deliveries::of);
    }

    /** Fails the task if its output can't be handed on. @param output JSON for the children, or empty */
    public Uni<Void> complete(Delivery task, String output) {
        if (!isJson(output)) {
            return fail(task, false, "its output is no JSON");
        }
        return answers.complete(new Completion(id(task), task.attempt(), output), null)
                .map(answered -> answered.outcomes().getFirst())
                .chain(outcome -> outcome instanceof AnswerOutcome.Refused refused
                        ? fail(task, false, refused.why())
                        : answered(outcome));
    }

    /** @param retryable whether another try may help */
    public Uni<Void> fail(Delivery task, boolean retryable, String problem) {
        var kind = retryable ? FailureKind.FAILED : FailureKind.FATAL;
        return answers.fail(id(task), task.attempt(), kind, problem).chain(LocalWorker::answered);
    }

    /** Gives a task back that was not begun. */
    public Uni<Void> release(Delivery task, String why) {
        return answers.fail(id(task), task.attempt(), FailureKind.RELEASED, why).chain(LocalWorker::answered);
    }

    private boolean isJson(String output) {
        try {
            return output.isEmpty() || !json.readTree(output).isMissingNode();
        } catch (JsonProcessingException malformed) {
            return false;
        }
    }

    private static Uni<Void> answered(AnswerOutcome outcome) {
        return outcome instanceof AnswerOutcome.Unavailable unavailable
                ? Uni.createFrom().failure(unavailable.cause())
                : Uni.createFrom().voidItem();
    }

    /** False if the task was taken away: whoever works on it stops, and answers nothing. */
    public Uni<Boolean> heartbeat(Delivery task) {
        return answers.heartbeat(List.of(new Beat(id(task), task.attempt())))
                .map(renewed -> !renewed.getFirst().stop());
    }

    private static TaskId id(Delivery task) {
        return new TaskId(task.jobId(), task.task());
    }
}
