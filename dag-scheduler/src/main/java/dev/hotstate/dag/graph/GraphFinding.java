package dev.hotstate.dag.graph;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing that is wrong with a graph.
 *
 * @param pointer where it stands in the request, as a JSON pointer such as {@code /tasks/3/dependsOn/1}
 * @param tasks the tasks concerned; of a cycle, each needs the next and the last needs the first
 * @param message a sentence for the person who wrote the job
 */
public record GraphFinding(Kind kind, String pointer, List<String> tasks, String message) {

    public enum Kind {
        NO_TASKS,
        TOO_MANY_TASKS,
        TOO_MANY_DEPENDENCIES,
        ILLEGAL_ID,
        DUPLICATE_ID,
        SELF_DEPENDENCY,
        UNKNOWN_DEPENDENCY,
        DUPLICATE_DEPENDENCY,
        CYCLE
    }

    /** How many tasks of a cycle a message names before it only counts them. */
    private static final int NAMED_MAX = 12;

    private static final int QUOTED_MAX = 60;

    public GraphFinding {
        tasks = List.copyOf(tasks);
    }

    static GraphFinding noTasks() {
        return new GraphFinding(Kind.NO_TASKS, "/tasks", List.of(), "A job needs at least one task");
    }

    public static GraphFinding tooManyTasks(int count) {
        return new GraphFinding(
                Kind.TOO_MANY_TASKS,
                "/tasks",
                List.of(),
                "%,d tasks, at most %,d are possible".formatted(count, GraphCheck.TASKS_MAX));
    }

    static GraphFinding tooManyDependencies(long count) {
        return new GraphFinding(
                Kind.TOO_MANY_DEPENDENCIES,
                "/tasks",
                List.of(),
                "%,d dependencies, at most %,d are possible".formatted(count, GraphCheck.DEPENDENCIES_MAX));
    }

    static GraphFinding illegalId(int task, String id) {
        return new GraphFinding(
                Kind.ILLEGAL_ID,
                "/tasks/" + task + "/id",
                List.of(id),
                "'%s' is not a task id: 1 to 40 letters, digits, '_' or '-'".formatted(quoted(id)));
    }

    static GraphFinding duplicateId(int task, String id) {
        return new GraphFinding(
                Kind.DUPLICATE_ID,
                "/tasks/" + task + "/id",
                List.of(id),
                "Another task is called '%s' too".formatted(id));
    }

    static GraphFinding selfDependency(int task, int position, String id) {
        return new GraphFinding(
                Kind.SELF_DEPENDENCY, dependency(task, position), List.of(id), "'%s' depends on itself".formatted(id));
    }

    static GraphFinding unknownDependency(int task, int position, String id, String dependency) {
        return new GraphFinding(
                Kind.UNKNOWN_DEPENDENCY,
                dependency(task, position),
                List.of(id, dependency),
                "'%s' depends on '%s', which is not a task of this job".formatted(id, quoted(dependency)));
    }

    static GraphFinding duplicateDependency(int task, int position, String id, String dependency) {
        return new GraphFinding(
                Kind.DUPLICATE_DEPENDENCY,
                dependency(task, position),
                List.of(id, dependency),
                "'%s' names its dependency '%s' twice".formatted(id, dependency));
    }

    static GraphFinding cycle(int task, List<String> members) {
        var named = members.stream().limit(NAMED_MAX).collect(Collectors.joining(" → "));
        var rest = members.size() > NAMED_MAX ? " → … %,d more …".formatted(members.size() - NAMED_MAX) : "";
        return new GraphFinding(
                Kind.CYCLE,
                "/tasks/" + task + "/dependsOn",
                members,
                "Tasks wait for each other in a circle, each for the next: %s%s → %s"
                        .formatted(named, rest, members.getFirst()));
    }

    private static String dependency(int task, int position) {
        return "/tasks/" + task + "/dependsOn/" + position;
    }

    private static String quoted(String text) {
        return text.length() <= QUOTED_MAX ? text : text.substring(0, QUOTED_MAX) + "…";
    }
}
