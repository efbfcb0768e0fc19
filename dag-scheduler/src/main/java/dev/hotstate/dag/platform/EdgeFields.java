package dev.hotstate.dag.platform;

import java.util.ArrayList;
import java.util.List;

/**
 * Fields of {@code edges}. The parents of a task are in its own field, by comma; of one that has more than a call should carry, some in
 * each: {@code <task>}, {@code <task>/1}, {@code <task>/2}. A last comma means that another field follows.
 */
public final class EdgeFields {

    public static final int PARENTS_MAX = 500;

    private EdgeFields() {}

    public record Field(String name, String value) {

        public int length() {
            return name.length() + value.length();
        }
    }

    /** At least one. */
    public static List<Field> of(String task, List<String> parents) {
        var fields = new ArrayList<Field>();
        int from = 0;
        do {
            int to = Math.min(from + PARENTS_MAX, parents.size());
            var more = to < parents.size() ? "," : "";
            fields.add(new Field(name(task, fields.size()), String.join(",", parents.subList(from, to)) + more));
            from = to;
        } while (from < parents.size());
        return fields;
    }

    public static String name(String task, int number) {
        return number == 0 ? task : task + "/" + number;
    }

    /** Whether it is the first, or only, field of a task. */
    public static boolean isFirst(String name) {
        return name.indexOf('/') < 0;
    }

    public static boolean continues(String value) {
        return value.endsWith(",");
    }

    public static List<String> parents(String value) {
        return value.isEmpty() ? List.of() : List.of(value.split(","));
    }
}
