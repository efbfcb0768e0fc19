package dev.hotstate.dag.job;

import dev.hotstate.dag.rule.Decision;
import dev.hotstate.dag.rule.RulePolicy;
import dev.hotstate.dag.rule.Tallies;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskState.End;
import dev.hotstate.dag.task.TaskState.Life;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What Redis has to hold for a job: the packed state of each task with what its ended parents mean for it, the children of each
 * task in chunks, and who begins. Pure.
 *
 * <p>Who begins are the children of the task without a name: all whose rule already decides, which for a new job are its roots.
 */
final class JobPlan {

    /** Children per chunk: one call tells at least one chunk. */
    static final int CHUNK = 50;

    private final JobSnapshot job;
    private final Map<String, TaskSnapshot> byId;

    JobPlan(JobSnapshot job) {
        this.job = job;
        this.byId = HashMap.newHashMap(job.tasks().size());
        job.tasks().forEach(task -> byId.put(task.id(), task));
    }

    TaskState state(TaskSnapshot task) {
        int ok = 0;
        int failed = 0;
        int skipped = 0;
        boolean fed = false;
        for (var parent : task.dependsOn()) {
            var ended = byId.get(parent);
            switch (ended.life()) {
                case COMPLETED -> ok++;
                case FAILED -> failed++;
                case SKIPPED -> {
                    boolean forAFailure = ended.end() == End.FAILED;
                    failed += forAFailure ? 1 : 0;
                    skipped += forAFailure ? 0 : 1;
                }
                default -> {}
            }
            fed |= ended.life() == Life.COMPLETED && ended.output() != null;
        }
        var tallies = new Tallies(ok, failed, skipped, task.dependsOn().size());
        return new TaskState(task.life(), task.attempt(), task.end(), task.retries(), 0, tallies, task.spec(), fed);
    }

    /** {@code <task>/<chunk>} → children, as the key {@code children} holds them. */
    Map<String, String> children() {
        var chunks = new LinkedHashMap<String, String>();
        addChunks(chunks, "", beginners());
        var childrenOf = new LinkedHashMap<String, List<String>>();
        for (var task : job.tasks()) {
            for (var parent : task.dependsOn()) {
                childrenOf.computeIfAbsent(parent, first -> new ArrayList<>()).add(task.id());
            }
        }
        childrenOf.forEach((parent, children) -> addChunks(chunks, parent, children));
        return chunks;
    }

    private List<String> beginners() {
        return job.tasks().stream()
                .filter(task -> !task.life().ended())
                .filter(task ->
                        RulePolicy.decide(task.spec().rule(), state(task).tallies()) != Decision.WAIT)
                .map(TaskSnapshot::id)
                .toList();
    }

    private static void addChunks(Map<String, String> chunks, String parent, List<String> children) {
        for (int from = 0; from < children.size(); from += CHUNK) {
            int to = Math.min(from + CHUNK, children.size());
            var more = to < children.size() ? "," : "";
            chunks.put(parent + "/" + from / CHUNK, String.join(",", children.subList(from, to)) + more);
        }
    }

    String queues() {
        return job.tasks().stream()
                .map(task -> task.spec().queue())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining(","));
    }

    long left() {
        return job.tasks().stream().filter(task -> !task.life().ended()).count();
    }

    long ended(Life life) {
        return job.tasks().stream().filter(task -> task.life() == life).count();
    }
}
