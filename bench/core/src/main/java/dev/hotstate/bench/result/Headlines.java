package dev.hotstate.bench.result;

import java.util.ArrayList;
import java.util.List;

/**
 * What the README says of all benchmarks: the goals that compare a contestant with another one of the same run, since ratios
 * count and absolute figures do not.
 */
public record Headlines(List<BenchResult> results) {

    /** Rows of Markdown, from the README's folder. */
    public String table() {
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
