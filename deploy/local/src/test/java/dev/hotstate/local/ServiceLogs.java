package dev.hotstate.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What everything that a checkout has started wrote down: the services, the demo world, Redis and Postgres.
 *
 * @param state the folder {@code .hotstate}
 */
record ServiceLogs(Path state) {

    private static final Predicate<String> OF_JVM =
            Pattern.compile(" (ERROR|FATAL) |SEVERE|Exception in thread").asPredicate();
    /** On a crowded machine they may take too long now and then. */
    private static final Predicate<String> NO_ANSWER = Pattern.compile(
                    "\\.Reasons].*(does not answer|No Redis node answers)")
            .asPredicate();

    private static final Predicate<String> OF_REDIS =
            Pattern.compile("^\\d+:[A-Z] .* # ").asPredicate();
    private static final Predicate<String> OF_POSTGRES =
            Pattern.compile(" (ERROR|FATAL|PANIC): ").asPredicate();

    private static final Pattern STANDS_STILL = Pattern.compile("^(.+): everything stands still: ");
    private static final Pattern GOES_ON = Pattern.compile("^(.+): it goes on\\.");
    /** It stands still for a moment only, but it is the demo that asks too much. */
    private static final String TOO_MUCH = "is answered by 429";

    static ServiceLogs of(Checkout checkout) {
        return new ServiceLogs(checkout.file(".hotstate"));
    }

    /** But for those which say that Redis or Postgres does not answer. */
    List<String> errors() {
        var ofJvms = errors(state.resolve("logs"), OF_JVM.and(NO_ANSWER.negate()));
        var ofRedis = nodesOfRedis().flatMap(node -> errors(node, OF_REDIS));
        var ofPostgres = errors(state.resolve("data/postgres"), OF_POSTGRES);
        return Stream.of(ofJvms, ofRedis, ofPostgres).flatMap(each -> each).toList();
    }

    /** Of parts of the demo world: those that have not ended, and those of which only the demo is to blame. */
    List<String> standstills() {
        List<String> found = new ArrayList<>();
        Map<String, String> lasting = new LinkedHashMap<>();
        for (var log : logs(state.resolve("logs"))) {
            for (var line : lines(log)) {
                var begin = STANDS_STILL.matcher(line);
                var end = GOES_ON.matcher(line);
                if (begin.find()) {
                    lasting.put(begin.group(1), line);
                    if (line.contains(TOO_MUCH)) {
                        found.add(line);
                    }
                } else if (end.find()) {
                    lasting.remove(end.group(1));
                }
            }
        }
        return Stream.concat(found.stream(), lasting.values().stream())
                .distinct()
                .toList();
    }

    private Stream<Path> nodesOfRedis() {
        return list(state.resolve("data/redis")).filter(Files::isDirectory);
    }

    private static Stream<String> errors(Path folder, Predicate<String> isError) {
        return logs(folder).stream()
                .flatMap(log -> lines(log).stream().filter(isError).map(line -> nameOf(log) + ": " + line));
    }

    /** The earlier part of each before the later one. */
    private static List<Path> logs(Path folder) {
        return list(folder)
                .filter(file -> nameOf(file).endsWith(".log"))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static Stream<Path> list(Path folder) {
        try (var files = Files.list(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A line has the same name before and after its log was begun anew. */
    private static String nameOf(Path log) {
        return log.getFileName().toString().replace(".previous", "");
    }

    private static List<String> lines(Path log) {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
