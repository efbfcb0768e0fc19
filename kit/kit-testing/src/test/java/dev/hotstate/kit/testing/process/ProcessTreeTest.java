package dev.hotstate.kit.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoProcessSurvives.class)
class ProcessTreeTest {

    @Test
    void a_survivor_is_named() throws IOException {
        var before = ProcessTree.startedHere();
        var process = new ProcessBuilder("sleep", "60").start();
        try {
            var started = ProcessTree.startedHere().since(before);

            assertThatThrownBy(() -> started.assertGoneWithin(Duration.ofMillis(50)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(process.pid() + " ")
                    .hasMessageContaining("sleep");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void what_has_ended_is_gone() throws IOException {
        var before = ProcessTree.startedHere();
        var process = new ProcessBuilder("sleep", "60").start();
        var started = ProcessTree.startedHere().since(before);

        process.destroyForcibly();

        started.assertGoneWithin(Duration.ofSeconds(30));
        assertThat(started.alive()).isEmpty();
    }

    @Test
    void a_picture_holds_orphans_too() throws Exception {
        var parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo started; wait").start();
        parent.inputReader().readLine();
        var family = ProcessTree.of(parent.toHandle());

        parent.destroyForcibly().waitFor();

        assertThat(family.members()).hasSize(2);
        assertThat(family.alive()).hasSize(1);
        family.alive().forEach(ProcessHandle::destroyForcibly);
        family.assertGoneWithin(Duration.ofSeconds(30));
    }
}
