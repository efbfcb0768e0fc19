package dev.hotstate.dag.client;

import dev.hotstate.dag.client.DagHttp.Answer;
import dev.hotstate.dag.client.DagHttp.Answers;
import dev.hotstate.dag.client.DagHttp.Claim;
import dev.hotstate.dag.client.DagHttp.Completion;
import dev.hotstate.dag.client.DagHttp.Completions;
import dev.hotstate.dag.client.DagHttp.Failure;
import dev.hotstate.dag.client.DagHttp.Failures;
import dev.hotstate.dag.client.Outcome.Completed;
import dev.hotstate.dag.client.Outcome.Failed;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hands in outcomes, many at once, and says which of them have to be handed in again. Each has its own verdict: one that can't be
 * taken now, or never, costs the others nothing.
 */
final class AnswerDesk {

    private static final Logger LOG = System.getLogger(AnswerDesk.class.getName());

    private final DagHttp http;

    AnswerDesk(DagHttp http) {
        this.http = http;
    }

    /**
     * @param again to be handed in once more, later; a result that is refused has become a failure that says so
     * @param next tasks claimed in the same call
     */
    record Receipt(List<Outcome> again, List<Delivery> next) {}

    @FunctionalInterface
    private interface Call<T extends Outcome> {
        Answers send(List<T> batch, @Nullable Claim next) throws IOException, InterruptedException;
    }

    /** Outcomes that nobody waits for have nothing to be handed in. */
    Receipt handIn(List<Outcome> outcomes, @Nullable Claim next) throws InterruptedException {
        var receipt = new Receipt(new ArrayList<>(), new ArrayList<>());
        handIn(this::fail, ofType(Failed.class, outcomes), null, receipt);
        handIn(this::complete, ofType(Completed.class, outcomes), next, receipt);
        return receipt;
    }

    private <T extends Outcome> void handIn(Call<T> call, List<T> batch, @Nullable Claim next, Receipt receipt)
            throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        try {
            var answers = call.send(batch, next);
            for (int i = 0; i < batch.size(); i++) {
                once(batch.get(i), answers.each().get(i)).ifPresent(receipt.again()::add);
            }
            receipt.next().addAll(answers.claimed());
        } catch (RequestRefused refused) {
            LOG.log(Level.WARNING, "Answers were refused: {0}", refused.getMessage());
            if (refused.isOfTheKey()) {
                receipt.again().addAll(batch);
            } else if (batch.size() > 1) {
                // It is one of them: the others must not pay for it.
                for (var outcome : batch) {
                    handIn(call, List.of(outcome), null, receipt);
                }
            } else {
                withoutResult(batch.getFirst(), refused.getMessage()).ifPresent(receipt.again()::add);
            }
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "Answers wait: {0}", failed.getMessage());
            receipt.again().addAll(batch);
        }
    }

    /** What has to be handed in after this answer, if anything. */
    private static Optional<Outcome> once(Outcome outcome, Answer answer) {
        if (answer.isUnavailable()) {
            return Optional.of(outcome);
        }
        return answer.isRefused() ? withoutResult(outcome, String.valueOf(answer.reason())) : Optional.empty();
    }

    /** A result that is never taken fails its task, another try would leave the same; of a failure that is not taken the lease decides. */
    private static Optional<Outcome> withoutResult(Outcome outcome, String why) {
        return outcome instanceof Completed completed
                ? Optional.of(Failed.of(completed.task(), "the result was refused: " + why, false))
                : Optional.empty();
    }

    private Answers complete(List<Completed> batch, @Nullable Claim next) throws IOException, InterruptedException {
        return http.complete(new Completions(
                batch.stream()
                        .map(done -> new Completion(
                                done.task().id(), done.task().delivery().attempt(), done.output()))
                        .toList(),
                next));
    }

    private Answers fail(List<Failed> batch, @Nullable Claim none) throws IOException, InterruptedException {
        return http.fail(new Failures(batch.stream()
                .map(failed -> new Failure(
                        failed.task().id(), failed.task().delivery().attempt(), failed.error(), failed.retryable()))
                .toList()));
    }

    private static <T extends Outcome> List<T> ofType(Class<T> type, List<Outcome> outcomes) {
        return outcomes.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
