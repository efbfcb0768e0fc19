package dev.hotstate.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
    /** How a service says that a backend is silent, and that it no longer is. */
    private static final Pattern SILENCE =
            Pattern.compile("^\\S+ +(?:ERROR|INFO) +\\[de\\.ho\\.ki\\.re\\.vi\\.Reasons] +"
                    + "(?<over>Over: )?(?<what>Postgres does not answer|No Redis node answers)$");
    /** On a crowded machine they may be for a moment now and then: so long altogether, for each service. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

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

    /** But for those which say that Redis or Postgres did not answer for a moment. */
    List<String> errors() {
        var ofJvms = errors(state.resolve("logs"), ServiceLogs::errorsOfJvm);
        var ofRedis = nodesOfRedis().flatMap(node -> errors(node, lines -> filter(lines, OF_REDIS)));
        var ofPostgres = errors(state.resolve("data/postgres"), lines -> filter(lines, OF_POSTGRES));
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

    private static Stream<String> errorsOfJvm(List<String> lines) {
        var borne = momentsOfSilence(lines);
        return filter(lines, OF_JVM).filter(error -> !borne.contains(error));
    }

    private static Stream<String> filter(List<String> lines, Predicate<String> which) {
        return lines.stream().filter(which);
    }

    /** The errors with which they begin. One that has not ended is none, and too many are none. */
    private static Set<String> momentsOfSilence(List<String> lines) {
        Map<String, String> lasting = new HashMap<>();
        Set<String> over = new HashSet<>();
        var altogether = Duration.ZERO;
        for (var line : lines) {
            var word = SILENCE.matcher(line);
            if (!word.find()) {
                continue;
            }
            var what = word.group("what");
            if (word.group("over") == null) {
                lasting.put(what, line);
            } else if (lasting.containsKey(what)) {
                var begin = lasting.remove(what);
                altogether = altogether.plus(Duration.between(momentOf(begin), momentOf(line)));
                over.add(begin);
            }
        }
        return altogether.compareTo(SILENCE_MAX) <= 0 ? over : Set.of();
    }

    private static LocalDateTime momentOf(String line) {
        return LocalDateTime.parse(line.substring(0, line.indexOf(' ')));
    }

    private Stream<Path> nodesOfRedis() {
        return list(state.resolve("data/redis")).filter(Files::isDirectory);
    }

    private static Stream<String> errors(Path folder, Function<List<String>, Stream<String>> errorsAmong) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        logs(folder)
                .forEach(log -> byName.computeIfAbsent(nameOf(log), name -> new ArrayList<>())
                        .addAll(lines(log)));
        return byName.entrySet().stream()
                .flatMap(log -> errorsAmong.apply(log.getValue()).map(line -> log.getKey() + ": " + line));
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
