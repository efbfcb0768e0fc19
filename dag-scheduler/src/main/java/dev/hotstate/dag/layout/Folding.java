package dev.hotstate.dag.layout;

import dev.hotstate.dag.graph.TaskGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Folds tasks of one level that are of a kind into one box: {@code align_1}, {@code align_2}, ... become {@code align}. A level
 * with too many kinds is told apart by first words only, and if that does not help either is one box.
 */
final class Folding {

    private static final int KINDS_MAX = 8;

    private static final Pattern NUMBER_AT_END = Pattern.compile("[_-]?(?:ID)?[0-9]+$");
    private static final Pattern AFTER_FIRST_WORD = Pattern.compile("(?<=[A-Za-z])[0-9_-].*");

    private final TaskGraph graph;
    private final int[] levels;

    private Folding(TaskGraph graph, int[] levels) {
        this.graph = graph;
        this.levels = levels;
    }

    /** Every task by itself. */
    static List<Vertex> none(TaskGraph graph, int[] levels) {
        var vertices = new ArrayList<Vertex>(graph.size());
        for (int task = 0; task < graph.size(); task++) {
            vertices.add(Vertex.task(graph.id(task), levels[task], task));
        }
        return vertices;
    }

    /** @param unfolded groups that stay single tasks */
    static List<Vertex> fold(TaskGraph graph, int[] levels, Set<String> unfolded) {
        var folding = new Folding(graph, levels);
        var vertices = new ArrayList<Vertex>();
        folding.byLevel()
                .forEach((level, tasks) -> folding.byKind(tasks)
                        .forEach((kind, members) -> folding.add(vertices, level, kind, members, unfolded)));
        return vertices;
    }

    /** So many levels beside each other as one box each. */
    static List<Vertex> bands(TaskGraph graph, int[] levels, int width) {
        var bands = new LinkedHashMap<Integer, List<Integer>>();
        for (int task : graph.order()) {
            bands.computeIfAbsent(levels[task] / width, band -> new ArrayList<>())
                    .add(task);
        }
        var vertices = new ArrayList<Vertex>();
        bands.forEach((band, tasks) -> vertices.add(Vertex.group(
                band + ".levels",
                String.format(Locale.ROOT, "levels %,d to %,d", band * width + 1, (band + 1) * width),
                band,
                tasks)));
        return vertices;
    }

    private LinkedHashMap<Integer, List<Integer>> byLevel() {
        var byLevel = new LinkedHashMap<Integer, List<Integer>>();
        for (int task : graph.order()) {
            byLevel.computeIfAbsent(levels[task], level -> new ArrayList<>()).add(task);
        }
        return byLevel;
    }

    private LinkedHashMap<String, List<Integer>> byKind(List<Integer> tasks) {
        var byNumber = by(tasks, id -> NUMBER_AT_END.matcher(id).replaceFirst(""));
        if (byNumber.size() <= KINDS_MAX) {
            return byNumber;
        }
        var byWord = by(tasks, id -> AFTER_FIRST_WORD.matcher(id).replaceFirst(""));
        return byWord.size() <= KINDS_MAX ? byWord : by(tasks, id -> "");
    }

    private LinkedHashMap<String, List<Integer>> by(List<Integer> tasks, UnaryOperator<String> kindOf) {
        var kinds = new LinkedHashMap<String, List<Integer>>();
        for (int task : tasks) {
            kinds.computeIfAbsent(kindOf.apply(graph.id(task)), kind -> new ArrayList<>())
                    .add(task);
        }
        return kinds;
    }

    private void add(List<Vertex> vertices, int level, String kind, List<Integer> members, Set<String> unfolded) {
        var id = level + "." + kind;
        if (members.size() == 1 || unfolded.contains(id)) {
            members.forEach(task -> vertices.add(Vertex.task(graph.id(task), level, task)));
        } else {
            vertices.add(Vertex.group(id, kind.isEmpty() ? "level " + (level + 1) : kind, level, members));
        }
    }
}
