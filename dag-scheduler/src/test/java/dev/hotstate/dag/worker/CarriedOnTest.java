package dev.hotstate.dag.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CarriedOnTest {

    private final CompletableFuture<String> work = new CompletableFuture<>();
    private final List<String> unclaimed = new ArrayList<>();
    private final Uni<String> carriedOn = CarriedOn.run(Uni.createFrom().completionStage(work), unclaimed::add);

    @Test
    void whoever_waits_gets_the_result() {
        var answer = carriedOn.subscribeAsCompletionStage();
        work.complete("claimed");

        assertThat(answer.join()).isEqualTo("claimed");
        assertThat(unclaimed).isEmpty();
    }

    @Test
    void what_nobody_waits_for_any_more_is_unclaimed() {
        var leaving = carriedOn.subscribe().with(result -> {});
        leaving.cancel();
        work.complete("claimed");

        assertThat(work).isNotCancelled();
        assertThat(unclaimed).containsExactly("claimed");
    }

    @Test
    void a_failure_is_told() {
        var answer = carriedOn.subscribeAsCompletionStage();
        work.completeExceptionally(new IllegalStateException("no"));

        assertThatThrownBy(answer::join).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(unclaimed).isEmpty();
    }
}
