package dev.hotstate.bench.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A result for people: one row per contestant, each cell the median of all rounds with its extremes; a value that never
 * varied, or was measured once, stands alone.
 */
public final class ResultTable {

    private static final String NOTHING = "-";

    private final BenchResult result;

    public ResultTable(BenchResult result) {
        this.result = result;
    }

    public String markdown() {
        var page = new ArrayList<String>();
        page.add("# " + result.name());
        page.add("");
        page.add(result.question());
        page.add("");
        for (var section : sections()) {
            page.addAll(table(section));
            page.add("");
        }
        result.goals().forEach(goal -> page.add("- " + sentence(goal)));
        result.notes().forEach(note -> page.add("- " + note));
        page.add("- " + circumstances());
        page.add("");
        return String.join("\n", page);
    }

    /** Contestants that have a figure in common stand in one table; what cannot be compared stands apart. */
    private record Section(Set<String> contestants, Set<String> metrics) {

        boolean shares(Set<String> others) {
            return !Collections.disjoint(metrics, others);
        }
    }

    private List<Section> sections() {
        var sections = new ArrayList<Section>();
        for (var contestant : result.contestants()) {
            var metrics = result.metrics(contestant);
            var section = sections.stream()
                    .filter(known -> known.shares(metrics))
                    .findFirst()
                    .orElseGet(() -> {
                        var own = new Section(new LinkedHashSet<>(), new LinkedHashSet<>());
                        sections.add(own);
                        return own;
                    });
            section.contestants().add(contestant);
            section.metrics().addAll(metrics);
        }
        return sections;
    }

    private List<String> table(Section section) {
        var comparisons = result.comparisons().stream()
                .filter(comparison -> section.contestants().contains(comparison.reference()))
                .filter(comparison -> section.metrics().contains(comparison.metric()))
                .toList();
        var header = new ArrayList<>(List.of("contestant"));
        header.addAll(section.metrics());
        comparisons.forEach(comparison -> header.add(comparison.title()));
        var lines = new ArrayList<String>();
        lines.add(row(header));
        lines.add("|" + "---|" + "---:|".repeat(header.size() - 1));
        for (var contestant : section.contestants()) {
            var cells = new ArrayList<>(List.of(contestant));
            section.metrics().forEach(metric -> cells.add(cell(result.spread(contestant, metric))));
            comparisons.forEach(comparison -> cells.add(cell(result.ratio(comparison, contestant))));
            lines.add(row(cells));
        }
        return lines;
    }

    private String sentence(Goal goal) {
        var judged = result.judged(goal);
        return "%s: **%s**, %s".formatted(goal.sentence(number(goal.limit())), verdict(goal, judged), cell(judged));
    }

    static String verdict(Goal goal, Optional<Spread> judged) {
        return judged.map(spread -> goal.isMetBy(spread) ? "met" : "missed").orElse("not measured");
    }

    /** When, on what machine, with which versions. */
    String circumstances() {
        var machine = result.machine();
        var versions = result.versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
        return "%s%s%s: %d cores (%s), %d GB, %s, JDK %s, load average %s before the run%s; %s"
                .formatted(
                        result.date(),
                        result.quick() ? ", quick" : "",
                        result.seconds() > 0 ? ", " + result.seconds() + " s" : "",
                        machine.cores(),
                        machine.model(),
                        machine.memoryGigabytes(),
                        machine.kernel(),
                        machine.java(),
                        number(machine.busyBefore()),
                        machine.followedConnections() == null
                                ? ""
                                : ", %,d connections followed after it".formatted(machine.followedConnections()),
                        versions);
    }

    static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    static String cell(Optional<Spread> spread) {
        return spread.map(it -> it.min() == it.max()
                        ? number(it.median())
                        : "%s (%s..%s)".formatted(number(it.median()), number(it.min()), number(it.max())))
                .orElse(NOTHING);
    }

    /** Three digits that matter; more would pretend a precision that no benchmark has. */
    static String number(double value) {
        if (value == 0) {
            return "0";
        }
        double rounded = BigDecimal.valueOf(value).round(new MathContext(3)).doubleValue();
        int decimals = Math.clamp(2 - (long) Math.floor(Math.log10(Math.abs(rounded))), 0, 3);
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
