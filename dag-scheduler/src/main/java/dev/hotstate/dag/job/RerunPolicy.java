package dev.hotstate.dag.job;

import dev.hotstate.dag.job.RerunOrder.Scope;
import dev.hotstate.dag.task.TaskState.Life;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which tasks of an ended job run again: some, and all that depends on them, directly or not. */
final class RerunPolicy {

    private RerunPolicy() {}

    static Set<String> tasksToReset(JobSnapshot job, Scope scope) {
        var chosen = new ArrayDeque<String>();
        for (var task : job.tasks()) {
            if (isChosen(task, scope)) {
                chosen.add(task.id());
            }
        }
        return withDescendants(job, chosen);
    }

    private static boolean isChosen(TaskSnapshot task, Scope scope) {
        return switch (scope) {
            case Scope.All() -> true;
            case Scope.FromTask(String from) -> task.id().equals(from);
            case Scope.FromFailed() -> isWorthAnotherTry(task);
        };
    }

    private static boolean isWorthAnotherTry(TaskSnapshot task) {
        return task.life() == Life.FAILED || task.life() == Life.CANCELLED || task.life() == Life.PENDING;
    }

    private static Set<String> withDescendants(JobSnapshot job, ArrayDeque<String> toVisit) {
        Map<String, List<String>> children = new HashMap<>();
        for (var task : job.tasks()) {
            task.dependsOn()
                    .forEach(parent -> children.computeIfAbsent(parent, first -> new ArrayList<>())
                            .add(task.id()));
        }
        var reset = new HashSet<String>();
        while (!toVisit.isEmpty()) {
            var task = toVisit.poll();
            if (reset.add(task)) {
                toVisit.addAll(children.getOrDefault(task, List.of()));
            }
        }
        return reset;
    }
}
