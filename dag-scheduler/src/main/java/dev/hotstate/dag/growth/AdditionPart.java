package dev.hotstate.dag.growth;

import dev.hotstate.dag.job.TaskSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one call writes of an addition, which keeps a node busy for less than a millisecond: some tasks, and links to their parents. Where it
 * ends depends on nothing but where it begins, and a place means the same whatever the bounds are.
 *
 * @param tasks that it writes
 * @param links by parent, the tasks that depend on it
 * @param goesOn the task whose first parents an earlier part has linked, or empty
 * @param unfinished the task whose further parents a later part links, or empty
 * @param next where the next part begins; empty: this is the last
 */
record AdditionPart(
        List<TaskSnapshot> tasks, Map<String, List<String>> links, String goesOn, String unfinished, String next) {

    static final String BEGINNING = "0/0";
    static final int TASKS_MAX = 10;
    static final int LINKS_MAX = 25;

    /** Of nothing: asks where an addition stands. */
    static final AdditionPart NONE = new AdditionPart(List.of(), Map.of(), "", "", "");

    /** @param place number of a task, and of the first of its parents that is not linked yet */
    static AdditionPart of(List<TaskSnapshot> addition, String place) {
        int slash = place.indexOf('/');
        int task = Integer.parseInt(place.substring(0, slash));
        int parent = Integer.parseInt(place.substring(slash + 1));
        var written = new ArrayList<TaskSnapshot>();
        var links = new LinkedHashMap<String, List<String>>();
        var goesOn = parent > 0 ? addition.get(task).id() : "";
        var unfinished = "";
        int room = LINKS_MAX;
        while (task < addition.size() && room > 0 && written.size() < TASKS_MAX) {
            var current = addition.get(task);
            if (parent == 0) {
                written.add(current);
            }
            var parents = current.dependsOn();
            int to = Math.min(parent + room, parents.size());
            for (var name : parents.subList(parent, to)) {
                links.computeIfAbsent(name, first -> new ArrayList<>()).add(current.id());
            }
            room -= to - parent;
            boolean whole = to == parents.size();
            unfinished = whole ? "" : current.id();
            task += whole ? 1 : 0;
            parent = whole ? 0 : to;
        }
        var next = task < addition.size() ? task + "/" + parent : "";
        return new AdditionPart(written, links, goesOn, unfinished, next);
    }
}
