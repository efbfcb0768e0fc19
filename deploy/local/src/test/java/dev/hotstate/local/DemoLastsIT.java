package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.http.BoundedHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as it comes, left alone for half an hour; {@code -Ddemo.minutes=5} is a short look. */
@Tag("long")
@Timeout(value = 2, unit = TimeUnit.HOURS)
class DemoLastsIT {

    private static final Duration LASTS = Duration.ofMinutes(Integer.getInteger("demo.minutes", 30));
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** Redis keeps what was done today, caches fill: that much more in a third of the time is not a leak. */
    private static final double GROWTH = 0.10;

    private static final long GROWTH_BYTES = 24L << 20;
    /** It has less than a JVM. */
    private static final long GROWTH_BYTES_OF_REDIS = 6L << 20;

    private static final long KIB = 1024;
    private static final String POSTGRES = "postgres";
    private static final Pattern NAME = Pattern.compile("[\\w-]+/quarkus-run\\.jar|dev\\.hotstate\\.[\\w.]+");

    @TempDir
    Path folder;

    @Test
    void all_goes_on_no_log_has_an_error_and_no_process_needs_more_and_more_memory() throws IOException {
        var checkout = Checkout.packaged(folder);
        var logs = ServiceLogs.of(checkout);
        try (var up = checkout.hotstate("demo").awaitWords("Hotstate is up after");
                var http = BoundedHttp.create()) {
            var atStart = logs.errors();
            var pulse = new DemoPulse(checkout.services(), http);
            var processes = longLived(up);

            var warmingUp = third(up, pulse);
            var before = third(up, pulse);
            var after = third(up, pulse);
            processes.forEach(process -> System.out.printf(
                    "%s: %d MB in the first third, %d in the second, %d in the last%n",
                    nameOf(process),
                    megabytes(warmingUp, process),
                    megabytes(before, process),
                    megabytes(after, process)));

            // What is a matter of a moment may still last.
            await().atMost(LOOK.multipliedBy(6)).untilAsserted(() -> {
                assertThat(logs.errors()).isSubsetOf(atStart);
                assertThat(logs.standstills()).isEmpty();
            });
            assertThat(longLived(up)).as("nobody was started again").containsAll(processes);
            assertThat(processes).hasSizeGreaterThan(9).allSatisfy(process -> {
                double usual = before.get(process).getAverage();
                assertThat(after.get(process).getAverage())
                        .as("bytes of %s, which had %.0f", process, usual)
                        .isLessThan(usual + Math.max(usual * GROWTH, growthOf(process)));
            });
        }
    }

    /** In each something of everything is done. */
    private static Map<String, LongSummaryStatistics> third(ScriptRun up, DemoPulse pulse) {
        var begin = pulse.soFar();
        var seen = look(up, LASTS.dividedBy(3));
        assertThat(pulse.soFar())
                .allSatisfy((what, soFar) -> assertThat(soFar)
                        .as("%s, of which there were %s so far", what, begin.get(what))
                        .isGreaterThan(begin.get(what)));
        return seen;
    }

    private static long growthOf(String process) {
        return process.startsWith("redis-server") ? GROWTH_BYTES_OF_REDIS : GROWTH_BYTES;
    }

    /** The class or the package of a JVM says more than all of its options. */
    private static String nameOf(String process) {
        return NAME.matcher(process).results().map(MatchResult::group).reduce(process, (first, last) -> last);
    }

    private static long megabytes(Map<String, LongSummaryStatistics> seen, String process) {
        return Math.round(
                seen.getOrDefault(process, new LongSummaryStatistics()).getAverage() / KIB / KIB);
    }

    /** What each process that is there all the time had in memory meanwhile. */
    private static Map<String, LongSummaryStatistics> look(ScriptRun up, Duration lasts) {
        var seen = new TreeMap<String, LongSummaryStatistics>();
        long end = System.nanoTime() + lasts.toNanos();
        await().pollInterval(LOOK).atMost(lasts.plusMinutes(5)).until(() -> {
            memory(up)
                    .forEach((name, bytes) -> seen.computeIfAbsent(name, first -> new LongSummaryStatistics())
                            .accept(bytes));
            return System.nanoTime() > end;
        });
        return seen;
    }

    /** Shells and what makes start archives come and go. */
    private static List<String> longLived(ScriptRun up) {
        return memory(up).keySet().stream()
                .filter(name -> name.equals(POSTGRES)
                        || name.startsWith("redis-server")
                        || name.startsWith("java ") && !name.contains("-Xshare:dump"))
                .toList();
    }

    /** The bytes of each process by its words and its number. Connections of Postgres come and go: its processes count together. */
    private static Map<String, Long> memory(ScriptRun up) {
        Map<String, Long> memory = new TreeMap<>();
        for (var process : up.tree().members()) {
            var proc = Path.of("/proc", Long.toString(process.pid()));
            try {
                var words = Files.readString(proc.resolve("cmdline"))
                        .replace('\0', ' ')
                        .strip();
                var program = words.substring(words.lastIndexOf('/', Math.max(0, words.indexOf(' '))) + 1);
                if (program.startsWith(POSTGRES)) {
                    // What they share is as large as it is set up to be, and fills in the course of time.
                    memory.merge(POSTGRES, bytes(proc.resolve("smaps_rollup"), "Pss_Anon:"), Long::sum);
                } else {
                    memory.put("%s (%d)".formatted(program, process.pid()), bytes(proc.resolve("status"), "VmRSS:"));
                }
            } catch (IOException | NoSuchElementException ended) {
                // It has come and gone.
            }
        }
        return memory;
    }

    private static long bytes(Path file, String field) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(field))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
                .findFirst()
                .orElseThrow();
    }
}
