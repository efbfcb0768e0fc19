package dev.hotstate.dag.task;

import dev.hotstate.dag.Jobs;
import dev.hotstate.dag.job.JobSnapshot;
import dev.hotstate.dag.rule.Decision;
import dev.hotstate.dag.rule.RulePolicy;
import dev.hotstate.dag.rule.Tallies;
import dev.hotstate.dag.rule.TriggerRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Random graphs with a plan of what each task will do, and an oracle that says how each must end. */
public final class RandomJobs {

    /** What the condition of a task will say; NONE: it has none. */
    public enum Condition {
        NONE,
        HOLDS,
        SKIPS,
        BREAKS
    }

    private static final Set<TriggerRule> WAIT_FOR_ALL =
            Set.of(TriggerRule.ALL_SUCCESS, TriggerRule.ALL_DONE, TriggerRule.NONE_FAILED);

    /** @param failures how often the task fails before it completes */
    public record Plan(
            String task, List<String> parents, TriggerRule rule, int retries, int failures, Condition condition) {

        /** How often it is handed out, if it is. */
        int tries() {
            return Math.min(failures, retries) + 1;
        }
    }

    public record PlannedJob(String id, Map<String, Plan> plans, JobSnapshot snapshot) {}

    private RandomJobs() {}

    public static PlannedJob draw(String id, Random random, int tasksMax) {
        int size = 1 + random.nextInt(tasksMax);
        var plans = new LinkedHashMap<String, Plan>();
        var job = Jobs.named(id);
        for (int i = 0; i < size; i++) {
            var parents = new ArrayList<String>();
            for (int parent = Math.max(0, i - 5); parent < i; parent++) {
                if (random.nextInt(3) == 0) {
                    parents.add("t" + parent);
                }
            }
            var rule = random.nextInt(3) == 0
                    ? TriggerRule.values()[random.nextInt(TriggerRule.values().length)]
                    : TriggerRule.ALL_SUCCESS;
            int retries = random.nextInt(3);
            int failures = random.nextInt(4) == 0 ? random.nextInt(4) : 0;
            var condition = random.nextInt(8) == 0
                    ? Condition.values()[random.nextInt(Condition.values().length)]
                    : Condition.NONE;
            plans.put("t" + i, new Plan("t" + i, parents, rule, retries, failures, condition));
            job.with(spec -> {
                        var changed =
                                Jobs.retries(retries, 0).apply(Jobs.rule(rule).apply(spec));
                        return condition == Condition.NONE
                                ? changed
                                : Jobs.condition().apply(changed);
                    })
                    .task("t" + i, parents);
        }
        return new PlannedJob(id, plans, job.build());
    }

    /** How each task ends: C, F, S (nothing above it failed) or SF. */
    public static Map<String, String> ends(PlannedJob job) {
        var ends = new HashMap<String, String>();
        for (var plan : job.plans().values()) {
            ends.put(plan.task(), end(plan, ends));
        }
        return ends;
    }

    /** Tasks that workers get: what a condition or a rule ends, nobody does. */
    public static Set<String> handedOut(PlannedJob job) {
        var ends = ends(job);
        return job.plans().values().stream()
                .filter(plan -> !ends.get(plan.task()).startsWith("S") && plan.condition() != Condition.BREAKS)
                .map(Plan::task)
                .collect(Collectors.toSet());
    }

    /** Parents that workers must have ended before a task is handed out. */
    public static List<String> awaitedParents(PlannedJob job, String task) {
        var plan = job.plans().get(task);
        return WAIT_FOR_ALL.contains(plan.rule())
                ? plan.parents().stream().filter(handedOut(job)::contains).toList()
                : List.of();
    }

    private static String end(Plan plan, Map<String, String> ends) {
        int ok = 0;
        int failed = 0;
        int skipped = 0;
        for (var parent : plan.parents()) {
            switch (ends.get(parent)) {
                case "C" -> ok++;
                case "S" -> skipped++;
                default -> failed++;
            }
        }
        var tallies = new Tallies(ok, failed, skipped, plan.parents().size());
        var decision = RulePolicy.decide(plan.rule(), tallies);
        if (decision != Decision.RUN) {
            return decision == Decision.SKIP ? "S" : "SF";
        }
        return switch (plan.condition()) {
            case SKIPS -> "S";
            case BREAKS -> "F";
            default -> plan.failures() <= plan.retries() ? "C" : "F";
        };
    }
}
