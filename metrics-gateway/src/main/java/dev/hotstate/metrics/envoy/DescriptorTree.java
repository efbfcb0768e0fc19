package dev.hotstate.metrics.envoy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The limits of a domain, by the keys and values that lead to them. */
final class DescriptorTree {

    private static final String SEPARATOR = "\u001f";

    /** A key, with or without a value, of a request. */
    record Entry(String key, String value) {}

    /**
     * A place in the tree.
     *
     * @param limit of descriptors that end here
     * @param isShared whether all values that lead here are counted together
     */
    record Node(@Nullable DescriptorLimit limit, DescriptorTree below, boolean isShared) {}

    /**
     * A limit and who is held to it.
     *
     * @param counted tells who is counted apart: the entries of the request, with the pattern where values are counted together
     */
    record Found(DescriptorLimit limit, List<Entry> counted) {}

    /** A node that many values lead to. */
    private record Branch(String key, String value, ValuePattern pattern, Node node) {

        boolean takes(Entry entry) {
            return key.equals(entry.key()) && pattern.matches(entry.value());
        }
    }

    private record Step(Node node, Entry counted) {}

    private final Map<String, Node> exact = new LinkedHashMap<>();
    /** The first that matches holds. */
    private final Map<String, Branch> branches = new LinkedHashMap<>();

    static String path(String key, @Nullable String value) {
        return value == null || value.isEmpty() ? key : key + SEPARATOR + value;
    }

    /** False if there is one already. */
    boolean add(String key, @Nullable String value, Node node) {
        var path = path(key, value);
        return value != null && ValuePattern.isOne(value)
                ? branches.putIfAbsent(path, new Branch(key, value, ValuePattern.of(value), node)) == null
                : exact.putIfAbsent(path, node) == null;
    }

    /** The limit that these entries lead to, all of them and in their order. */
    Optional<Found> find(List<Entry> entries) {
        var tree = this;
        var counted = new ArrayList<Entry>(entries.size());
        DescriptorLimit limit = null;
        for (var entry : entries) {
            var step = tree.step(entry);
            if (step == null) {
                return Optional.empty();
            }
            counted.add(step.counted());
            limit = step.node().limit();
            tree = step.node().below();
        }
        return limit == null ? Optional.empty() : Optional.of(new Found(limit, counted));
    }

    /** A value that is named says more than a pattern, and that more than none. */
    private @Nullable Step step(Entry entry) {
        var named = exact.get(path(entry.key(), entry.value()));
        if (named != null) {
            return new Step(named, entry);
        }
        for (var branch : branches.values()) {
            if (branch.takes(entry)) {
                return new Step(
                        branch.node(), branch.node().isShared() ? new Entry(entry.key(), branch.value()) : entry);
            }
        }
        var any = exact.get(entry.key());
        return any == null ? null : new Step(any, entry);
    }

    /** Each limit with the path to it. */
    void forEach(BiConsumer<String, DescriptorLimit> visitor) {
        forEach("", visitor);
    }

    private void forEach(String above, BiConsumer<String, DescriptorLimit> visitor) {
        exact.forEach((path, node) -> visit(above + readable(path), node, visitor));
        branches.forEach((path, branch) -> visit(above + readable(path), branch.node(), visitor));
    }

    private static void visit(String path, Node node, BiConsumer<String, DescriptorLimit> visitor) {
        if (node.limit() != null) {
            visitor.accept(path, node.limit());
        }
        node.below().forEach(path + "/", visitor);
    }

    private static String readable(String path) {
        return path.replace(SEPARATOR, "=");
    }
}
