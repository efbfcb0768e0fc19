package dev.hotstate.kit.testing.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningClockTest {

    @Test
    void it_goes_on_and_never_faster_than_the_clock_of_the_machine() {
        long beganByMachine = System.nanoTime();
        long began = RunningClock.nanos();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> RunningClock.since(began).compareTo(Duration.ofMillis(300)) > 0);

        var running = RunningClock.since(began);
        assertThat(running).isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - beganByMachine));
    }

    /** A JVM that is stopped for a second has not run for a second; it says how much of both there was. */
    @Test
    void a_time_for_which_the_jvm_was_held_does_not_count(@TempDir Path folder) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classPath = System.getProperty("java.class.path");
        try (var jvm = ChildProcess.start(ChildCommand.of(
                "held", folder, List.of(java, "-cp", absolute(classPath), SaysHowLong.class.getName())))) {
            await().atMost(Duration.ofSeconds(60)).until(() -> jvm.logTail(5).contains("begun"));
            jvm.pause();
            long held = System.nanoTime();
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            System.nanoTime() - held > Duration.ofSeconds(1).toNanos());
            jvm.resume();

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> jvm.logTail(1).getFirst().matches("\\d+ \\d+"));

            var said = jvm.logTail(1).getFirst().split(" ");
            long missing = Long.parseLong(said[0]) - Long.parseLong(said[1]);
            assertThat(missing).as("milliseconds that did not count").isGreaterThan(800);
        }
    }

    private static String absolute(String classPath) {
        return String.join(
                File.pathSeparator,
                Arrays.stream(classPath.split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    static final class SaysHowLong {

        public static void main(String[] arguments) {
            long machine = System.nanoTime();
            long running = RunningClock.nanos();
            System.out.println("begun");
            while (RunningClock.since(running).compareTo(Duration.ofMillis(800)) < 0) {
                Thread.onSpinWait();
            }
            System.out.println(Duration.ofNanos(System.nanoTime() - machine).toMillis() + " "
                    + RunningClock.since(running).toMillis());
        }
    }
}
