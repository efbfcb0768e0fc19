package dev.hotstate.dag.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DagWorkerTest {

    private final DagWorker.Builder worker = DagWorker.of(URI.create("http://localhost:1"));

    /** The service would refuse them at each claim, and the worker wait for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"", "my worker", "a:b", "ä", "a\nb"})
    void what_can_be_no_name_is_refused_before_the_worker_begins(String name) {
        assertThatThrownBy(() -> worker.name(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> worker.queue(name, 1, task -> null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_worker_that_would_do_nothing_does_not_begin() {
        assertThatThrownBy(worker::start).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> worker.queue("mail", 0, task -> null)).isInstanceOf(IllegalArgumentException.class);
    }
}
