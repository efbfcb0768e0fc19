package dev.hotstate.kit.backends.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgramsTest {

    @Test
    void what_a_program_says_comes_with_its_exit_code() {
        var result = Programs.run(List.of("sh", "-c", "echo $WORD; echo again >&2; exit 3"), Map.of("WORD", "hello"));

        assertThat(result).isEqualTo(new Programs.Result(3, "hello\nagain\n"));
    }

    @Test
    void a_program_that_does_not_end_is_ended_and_named() {
        assertThatThrownBy(() -> Programs.run(
                        List.of("sh", "-c", "echo thinking; exec sleep 60"), Map.of(), Duration.ofMillis(300)))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("sh has not ended")
                .hasMessageEndingWith("thinking");
    }

    @Test
    void a_program_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Programs.run(List.of("no-such-program"), Map.of()))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("no-such-program");
    }
}
