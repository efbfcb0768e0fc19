package dev.hotstate.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessCpuTest {

    @Test
    void reads_user_and_system_time_with_that_of_ended_children_behind_a_command_name_with_blanks_and_parentheses() {
        // Given
        var stat = "4711 (we (ird) name) S 1 2 3 4 5 6 7 8 9 10 250 30 20 5 20 0";
        // When
        var cpu = ProcessCpu.parse(stat);
        // Then
        assertThat(cpu).isEqualTo(new ProcessCpu(Duration.ofMillis(2_700), Duration.ofMillis(350)));
    }

    @Test
    void grows_while_a_child_is_busy() throws IOException {
        // Given: busy until its input ends, which it does with this JVM
        var busy = new ProcessBuilder("sh", "-c", "exec 3<&0; (cat <&3; kill -9 $$) & while :; do :; done").start();
        try {
            var before = ProcessCpu.of(busy.pid());
            // When, Then
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(
                                    ProcessCpu.of(busy.pid()).minus(before).total())
                            .isGreaterThan(Duration.ofMillis(100)));
        } finally {
            busy.destroyForcibly();
        }
    }

    @Test
    void the_tree_of_a_process_holds_what_its_living_children_use() throws IOException {
        // Given: the shell itself only waits; the busy child ends with the input, that is, with this JVM
        var parent = new ProcessBuilder(
                        "sh", "-c", "exec 3<&0; (while :; do :; done) & busy=$!; (cat <&3; kill -9 $busy) & wait $busy")
                .start();
        try (var input = parent.getOutputStream()) {
            var before = ProcessCpu.ofTree(parent.pid());
            // When, Then
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(ProcessCpu.ofTree(parent.pid())
                                    .minus(before)
                                    .total())
                            .isGreaterThan(Duration.ofMillis(100)));
            assertThat(ProcessCpu.of(parent.pid()).total()).isLessThan(Duration.ofMillis(100));
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void says_so_when_the_process_is_gone() throws Exception {
        // Given
        var ended = new ProcessBuilder("true").start();
        ended.waitFor();
        // When, Then
        assertThatThrownBy(() -> ProcessCpu.of(ended.pid())).hasMessageContaining("has ended");
    }
}
