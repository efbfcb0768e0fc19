package dev.hotstate.kit.backends.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastWordsTest {

    @Test
    void the_frames_of_a_stack_trace_are_left_out() {
        var log = List.of(
                "ERROR cannot start",
                "java.lang.IllegalStateException: no database",
                "\tat dev.hotstate.Some.where(Some.java:1)",
                "Caused by: java.net.ConnectException: refused",
                "\t... 12 more");
        assertThat(LastWords.of(log, 12))
                .containsExactly(
                        "ERROR cannot start",
                        "java.lang.IllegalStateException: no database",
                        "Caused by: java.net.ConnectException: refused");
    }

    @Test
    void a_long_log_is_cut_at_its_beginning() {
        var log = IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList();
        assertThat(LastWords.of(log, 12)).hasSize(12).endsWith("100");
    }
}
