package dev.hotstate.kit.backends.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of this machine: where they are, and short runs of them. */
public final class Programs {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Programs() {}

    public record Result(int exitCode, String output) {}

    public static Optional<Path> onPath(String program) {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Runs to the end, or for two minutes; standard output and error come together. */
    public static Result run(List<String> command, Map<String, String> environment) {
        return run(command, environment, PATIENCE);
    }

    static Result run(List<String> command, Map<String, String> environment, Duration patience) {
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"));
            builder.environment().putAll(environment);
            var process = builder.start();
            var end = process.onExit().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
            // Ends the reading below, too.
            end.exceptionally(tooLate -> process.destroyForcibly());
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (end.isCompletedExceptionally()) {
                throw new BackendFailure(
                        command.get(0) + " has not ended after " + patience.toSeconds() + " s: " + output.strip());
            }
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new BackendFailure("Cannot run " + command.get(0) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackendFailure("Interrupted while running " + command.get(0), e);
        }
    }
}
