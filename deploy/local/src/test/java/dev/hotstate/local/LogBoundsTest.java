package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogBoundsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BYTES_MAX = 100_000;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void the_log_of_a_process_that_talks_on_begins_anew_and_its_earlier_part_is_kept() throws IOException {
        var log = folder.resolve("talker.log");
        var talker = "i=0; while :; do i=$((i + 1)); echo \"line $i\"; done";
        try (var bounds = bounds();
                var process = ChildProcess.start(ChildCommand.of("talker", folder, List.of("/bin/sh", "-c", talker))
                        .log(log))) {
            bounds.watch(log);

            await("the second of two beginnings")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .ignoreException(NoSuchFileException.class)
                    .until(() -> firstLine(LogBounds.previous(log)).matches("line (?!1$)[0-9]+"));
            process.pause();
            await("a log within its bounds, as nothing is written to it")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> Files.size(log) <= BYTES_MAX);
            process.resume();
            await("it goes on").atMost(PATIENCE).until(() -> Files.size(log) > 0);
        }
        // Written on from the beginning of the file, not from where its writer had been.
        assertThat(Files.readString(log)).doesNotContain("\0").matches("[line 0-9\n]*");
        assertThat(Files.readString(LogBounds.previous(log))).contains("line ").doesNotContain("\0");
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void a_log_that_cannot_be_kept_within_bounds_is_spoken_of_once() throws IOException {
        var log = Files.writeString(folder.resolve("service.log"), "x".repeat((int) BYTES_MAX + 1));
        // Where its copy belongs lies something that no copy can replace.
        Files.createDirectories(LogBounds.previous(log).resolve("occupied"));
        try (var bounds = bounds()) {
            bounds.watch(log);

            await().atMost(PATIENCE).until(() -> said.size() > 0);
        }
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("The log " + log + " may grow without bounds: ");
        assertThat(log).hasSize(BYTES_MAX + 1);
    }

    private LogBounds bounds() {
        return LogBounds.start(BYTES_MAX, Duration.ofMillis(5), new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    private static String firstLine(Path log) throws IOException {
        try (var lines = Files.lines(log)) {
            return lines.findFirst().orElse("");
        }
    }
}
