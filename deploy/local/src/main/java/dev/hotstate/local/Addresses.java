package dev.hotstate.local;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The one table of every address. */
final class Addresses {

    private static final List<String> HEAD = List.of("", "page", "API docs", "health", "metrics");

    private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    private final List<List<String>> backends = new ArrayList<>();

    Addresses services(List<LocalService> services) {
        services.forEach(service -> rows.add(List.of(
                service.module(),
                service.url("/"),
                service.url("/api.html"),
                service.managementUrl("/q/health"),
                service.managementUrl("/q/metrics"))));
        return this;
    }

    /** Something without pages: what it is and where. */
    Addresses other(String what, String where) {
        backends.add(List.of(what, where));
        return this;
    }

    String text() {
        // The first column is shared by both parts of the table.
        int first = Stream.concat(rows.stream(), backends.stream())
                .mapToInt(row -> row.get(0).length())
                .max()
                .orElseThrow();
        return Stream.concat(aligned(rows, first), aligned(backends, first))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> aligned(List<List<String>> rows, int first) {
        if (rows.isEmpty()) {
            return Stream.empty();
        }
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElseThrow())
                .toArray();
        widths[0] = first;
        return rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(column -> padded(row.get(column), widths[column]))
                        .collect(Collectors.joining("  ", "  ", ""))
                        .stripTrailing());
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
