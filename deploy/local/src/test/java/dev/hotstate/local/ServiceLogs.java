package dev.hotstate.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What everything that a checkout has started wrote down. */
record ServiceLogs(Checkout checkout) {

    /** But for those which say that Redis or Postgres does not answer: on a crowded machine they may take too long. */
    List<String> errors() {
        try (var logs = Files.list(checkout.file(".hotstate/logs"))) {
            return logs.filter(log -> log.toString().endsWith(".log"))
                    .flatMap(ServiceLogs::lines)
                    .filter(line -> line.contains(" ERROR ") || line.contains("SEVERE"))
                    .filter(line -> !line.contains(".Reasons]"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<String> lines(Path log) {
        try {
            return Files.readAllLines(log).stream().map(line -> log.getFileName() + ": " + line);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
