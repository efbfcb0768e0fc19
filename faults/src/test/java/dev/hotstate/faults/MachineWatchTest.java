package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.testing.requires.Requires;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only what the machine does to a process is its excuse. */
class MachineWatchTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String SPIN = "while :; do :; done";

    @TempDir
    Path folder;

    @Test
    void who_wants_to_run_and_is_not_let_has_an_excuse() {
        Requires.command("taskset", "install Debian's package `util-linux`");
        // Two on one processor: the modest one gets next to nothing of it.
        try (var modest = start("modest", "taskset", "-c", "0", "nice", "-n", "19", "/bin/sh", "-c", SPIN);
                var greedy = start("greedy", "taskset", "-c", "0", "/bin/sh", "-c", SPIN);
                var watch = new MachineWatch(() -> List.of(modest.pid()))) {
            var begin = Instant.now();

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(watch.worst(SECOND, begin, Instant.now()))
                            .as("beside %s", greedy)
                            .isBetween(Duration.ofMillis(500), Duration.ofMillis(1_200)));
        }
    }

    @Test
    void who_is_frozen_or_asleep_has_none_of_its_own() {
        try (var frozen = start("frozen", "/bin/sh", "-c", SPIN);
                var asleep = start("asleep", "sleep", "60")) {
            frozen.pause();
            try (var watch = new MachineWatch(() -> List.of(frozen.pid(), asleep.pid()));
                    var nobody = new MachineWatch(() -> List.of(0L))) {
                var begin = Instant.now();
                await().pollDelay(SECOND).until(() -> true);
                var end = Instant.now();

                // What is left is what the machine did to everybody.
                assertThat(watch.worst(SECOND, begin, end))
                        .isLessThan(nobody.worst(SECOND, begin, end).plusMillis(300));
            }
        }
    }

    private ChildProcess start(String name, String... words) {
        return ChildProcess.start(ChildCommand.of(name, folder, List.of(words)));
    }
}
