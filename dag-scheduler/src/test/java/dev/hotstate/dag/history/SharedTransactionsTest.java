package dev.hotstate.dag.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedTransactionsTest {

    private final List<Transaction> begun = new ArrayList<>();
    private final SharedTransactions transactions = new SharedTransactions(events -> {
        var transaction = new Transaction(events, new CompletableFuture<>());
        begun.add(transaction);
        return Uni.createFrom().completionStage(transaction.end());
    });

    private record Transaction(List<JobEvent> events, CompletableFuture<Void> end) {

        void succeeds() {
            end.complete(null);
        }

        void fails(RuntimeException failure) {
            end.completeExceptionally(failure);
        }
    }

    @Test
    void what_comes_while_two_are_on_their_way_goes_together() {
        var batches = batches(5);

        assertThat(begun).hasSize(2);
        begun.getFirst().succeeds();
        assertThat(batches.getFirst()).isCompleted();
        assertThat(batches.subList(1, 5)).noneMatch(CompletableFuture::isDone);
        assertThat(begun).hasSize(3);
        assertThat(begun.getLast().events()).extracting(JobEvent::seq).containsExactly(2L, 3L, 4L);
        begun.getLast().succeeds();
        assertThat(batches.subList(2, 5)).allMatch(CompletableFuture::isDone);
    }

    @Test
    void who_is_refused_does_not_hold_up_the_others() {
        var batches = batches(5);
        begun.get(0).succeeds();
        begun.get(1).succeeds();

        begun.get(2).fails(new IllegalStateException("one of them cannot be stored"));
        begun.get(3).succeeds();
        begun.get(4).fails(new IllegalStateException("this one"));
        begun.get(5).succeeds();

        assertThat(begun.subList(3, 6)).extracting(one -> one.events().size()).containsExactly(1, 1, 1);
        assertThat(batches.get(2)).isCompleted();
        assertThat(batches.get(3)).isCompletedExceptionally();
        assertThat(batches.get(4)).isCompleted();
        // Whoever comes next is served.
        transactions.store(List.of(event(9))).subscribeAsCompletionStage();
        assertThat(begun).hasSize(7);
    }

    @Test
    void a_postgres_that_goes_away_meanwhile_is_not_asked_for_the_rest() {
        var batches = batches(5);
        begun.get(0).succeeds();

        begun.get(2).fails(new IllegalStateException("one of them cannot be stored"));
        begun.get(3).succeeds();
        begun.get(4).fails(new PostgresUnavailable());

        assertThat(begun).hasSize(5);
        assertThat(batches.get(2)).isCompleted();
        assertThat(batches.subList(3, 5)).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void who_has_lost_patience_is_not_stored_later() {
        batches(2);
        var impatient = transactions.store(List.of(event(7))).subscribe().with(done -> {}, failure -> {});
        var patient = transactions.store(List.of(event(8))).subscribeAsCompletionStage();

        impatient.cancel();
        begun.getFirst().succeeds();
        begun.getLast().succeeds();

        assertThat(begun.getLast().events()).extracting(JobEvent::seq).containsExactly(8L);
        assertThat(patient).isCompleted();
    }

    @Test
    void a_postgres_that_is_away_is_not_asked_for_each_of_them() {
        var batches = batches(5);
        begun.get(0).succeeds();

        begun.get(2).fails(new PostgresUnavailable());

        assertThat(begun).hasSize(3);
        assertThat(batches.subList(2, 5)).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void together_they_are_not_larger_than_a_bound() {
        var large = "x".repeat(SharedTransactions.BYTES_MAX / 2);
        batches(2);
        for (int i = 2; i < 5; i++) {
            transactions
                    .store(List.of(Events.task(i, 1, "COMPLETED", large).event()))
                    .subscribeAsCompletionStage();
        }

        begun.get(0).succeeds();
        begun.get(1).succeeds();

        assertThat(begun).hasSize(4);
        assertThat(begun.subList(2, 4)).allMatch(one -> one.events().size() == 1);
    }

    private List<CompletableFuture<Void>> batches(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> transactions.store(List.of(event(i))).subscribeAsCompletionStage())
                .toList();
    }

    private static JobEvent event(long seq) {
        return Events.task(seq, 1, "RUNNING", "").event();
    }
}
