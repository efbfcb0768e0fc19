package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.redis.RedisNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the nodes themselves have written down of who became master, and who gave way. */
final class PromotionLog {

    /** {@code 4634:S 19 Nov 2026 15:30:13.726 # Failover election won: I'm the new master.}; the second form is of a forced one. */
    private static final Pattern LINE = Pattern.compile("^\\d+:[A-Z] (\\d{2} \\w{3} \\d{4} [\\d:.]{12}) . (.*)$");

    private static final List<String> WON = List.of("Failover election won", "Taking over the master (user request)");
    private static final String OBEYED = "Configuration change detected. Reconfiguring myself as a replica of ";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd MMM yyyy HH:mm:ss.SSS", Locale.ROOT);

    private final List<RedisNode> nodes;
    private final ClusterTopology topology;

    PromotionLog(List<RedisNode> nodes, ClusterTopology topology) {
        this.nodes = nodes;
        this.topology = topology;
    }

    private record Entry(RedisNode node, Instant at, String text) {}

    /** The oldest first. */
    List<Promotion> since(Instant begin) {
        var entries = nodes.stream()
                .flatMap(PromotionLog::entries)
                .filter(entry -> !entry.at().isBefore(begin))
                .sorted(Comparator.comparing(Entry::at))
                .toList();
        return entries.stream()
                .filter(entry -> WON.stream().anyMatch(entry.text()::startsWith))
                .map(won -> new Promotion(won.node(), won.at(), obeyed(won, entries)))
                .toList();
    }

    private Instant obeyed(Entry won, List<Entry> entries) {
        var words = OBEYED + topology.id(won.node());
        return entries.stream()
                .filter(entry -> !entry.at().isBefore(won.at()) && entry.text().startsWith(words))
                .map(Entry::at)
                .findFirst()
                .orElse(won.at());
    }

    private static Stream<Entry> entries(RedisNode node) {
        try (var lines = Files.lines(node.process().log(), StandardCharsets.ISO_8859_1)) {
            return lines
                    .map(LINE::matcher)
                    .filter(line -> line.matches() && isOfInterest(line.group(2)))
                    .map(line -> new Entry(node, time(line.group(1)), line.group(2)))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOfInterest(String text) {
        return text.startsWith(OBEYED) || WON.stream().anyMatch(text::startsWith);
    }

    private static Instant time(String text) {
        return LocalDateTime.parse(text, TIME).atZone(ZoneId.systemDefault()).toInstant();
    }
}
