package dev.hotstate.kit.testing.requires;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class RequiresTest {

    @Test
    void what_is_there_is_used() {
        assertThat(Requires.present(Optional.of("it"), "it")).isEqualTo("it");
        assertThat(Requires.command("sh", "a shell")).isExecutable();
    }

    @Test
    void what_is_missing_skips_the_test_and_says_what_it_is() {
        assertThatThrownBy(() -> Requires.present(Optional.empty(), "a container engine: install podman", false))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("This test needs a container engine: install podman");
    }

    @Test
    void what_is_missing_in_ci_is_a_failure() {
        assertThatThrownBy(() -> Requires.present(Optional.empty(), "a container engine", true))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("a container engine");
        assertThat(Requires.isCi("true")).isTrue();
        assertThat(Requires.isCi(null)).isFalse();
        assertThat(Requires.isCi("false")).isFalse();
    }
}
