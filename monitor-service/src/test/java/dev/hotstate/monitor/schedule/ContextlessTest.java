package dev.hotstate.monitor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.testing.mutiny.MutinyContexts;
import io.smallrye.context.SmallRyeThreadContext;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ContextlessTest {

    @BeforeAll
    static void prepare() {
        MutinyContexts.prepare();
    }

    @Test
    void what_follows_looks_for_no_contexts_and_what_comes_later_does_again() {
        var seen = new Contextless<>(Uni.createFrom().item(7))
                .map(item -> SmallRyeThreadContext.getCurrentThreadContext().isEmpty())
                .await()
                .indefinitely();

        assertThat(seen).isTrue();
        assertThat(SmallRyeThreadContext.getCurrentThreadContext()).isNull();
    }

    @Test
    void a_failure_is_passed_on_in_the_same_way() {
        var context = new AtomicReference<SmallRyeThreadContext>();
        var failing = new Contextless<>(Uni.createFrom().failure(new IllegalStateException("away")))
                .onFailure()
                .invoke(() -> context.set(SmallRyeThreadContext.getCurrentThreadContext()));

        assertThatThrownBy(() -> failing.await().indefinitely()).hasMessage("away");
        assertThat(context.get().isEmpty()).isTrue();
    }
}
