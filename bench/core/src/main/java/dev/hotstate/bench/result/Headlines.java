package dev.hotstate.bench.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the README says of the benchmarks. */
public record Headlines(List<BenchResult> results) {

    private static final String LIMITS = "limits";

    /** By who has it in the benchmark: how the README calls it. */
    private static final Map<String, String> ONE_COMMAND = new LinkedHashMap<>();

    static {
        ONE_COMMAND.put("bare", "no Redis at all");
        ONE_COMMAND.put("kit-redis", "**kit-redis** (deadline, breaker, redirects)");
        ONE_COMMAND.put("raw", "a bare Vert.x connection, no cluster handling");
        ONE_COMMAND.put("quarkus-redis-client", "the stock quarkus-redis-client");
    }

    /**
     * The goals that compare a contestant with another one of the same run, since ratios count and absolute figures do not. Rows of
     * Markdown, from the README's folder.
     */
    public String goals() {
        var lines = new ArrayList<String>();
        lines.add("| benchmark | figure | goal | measured | |");
        lines.add("|---|---|---:|---:|---|");
        for (var result : results) {
            var name = "[%s](bench/results/%s.md), %s, %s"
                    .formatted(
                            result.name(),
                            result.name(),
                            result.date(),
                            result.machine().model());
            for (var goal : result.goals()) {
                if (goal.reference() != null) {
                    lines.add(row(name, result, goal));
                    name = "";
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    /** What a Redis command inside of an HTTP request costs. */
    public String oneCommand() {
        var limits = results.stream()
                .filter(result -> result.name().equals(LIMITS))
                .findFirst()
                .orElseThrow();
        var lines = new ArrayList<String>();
        lines.add("| | service µs/op, as fast as it can | Redis µs/op | service µs/op at 5,000/s |");
        lines.add("|---|---:|---:|---:|");
        ONE_COMMAND.forEach((contestant, words) -> lines.add(ResultTable.row(List.of(
                words,
                ResultTable.cell(limits.spread(contestant, "service µs/op")),
                ResultTable.cell(limits.spread(contestant, "redis µs/op")),
                ResultTable.cell(limits.spread(contestant, "service µs/op at 5000/s"))))));
        lines.add("");
        lines.add(new ResultTable(limits).circumstances() + ".");
        return String.join("\n", lines) + "\n";
    }

    private static String row(String name, BenchResult result, Goal goal) {
        var judged = result.judged(goal);
        return "| %s | %s: %s ÷ %s | %s %s | %s | %s |"
                .formatted(
                        name,
                        goal.metric(),
                        goal.contestant(),
                        goal.reference(),
                        goal.bound().words(),
                        ResultTable.number(goal.limit()),
                        ResultTable.cell(judged),
                        ResultTable.verdict(goal, judged));
    }
}
