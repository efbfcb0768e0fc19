package dev.hotstate.dag.fault;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.dag.task.RandomJobs;
import dev.hotstate.dag.task.RandomJobs.Plan;
import dev.hotstate.dag.task.RandomJobs.PlannedJob;
import java.util.HashMap;
import java.util.Map;

/** Random jobs as orders, and how Postgres must know their ends. */
final class DrawnJobs {

    private static final ObjectMapper JSON = new ObjectMapper();

    private DrawnJobs() {}

    static String order(PlannedJob job, String queue) {
        var order = JSON.createObjectNode().put("jobId", job.id());
        var tasks = order.putArray("tasks");
        job.plans().values().forEach(plan -> describe(tasks.addObject(), plan, queue));
        return order.toString();
    }

    private static void describe(ObjectNode task, Plan plan, String queue) {
        task.put("id", plan.task())
                .put("queue", queue)
                .put("triggerRule", plan.rule().word())
                .put("maxRetries", plan.retries())
                .put("backoff", "PT0.05S")
                .put("lease", "PT2S");
        task.putObject("payload").put("failures", plan.failures());
        plan.parents().forEach(task.withArray("dependsOn")::add);
        switch (plan.condition()) {
            case HOLDS -> task.put("condition", "true");
            case SKIPS -> task.put("condition", "false");
            case BREAKS -> task.put("condition", "size(5) == 1");
            case NONE -> {}
        }
    }

    /** The status of each task when the job has ended. */
    static Map<String, String> ends(PlannedJob job) {
        var ends = new HashMap<String, String>();
        RandomJobs.ends(job)
                .forEach((task, end) -> ends.put(
                        task,
                        switch (end) {
                            case "C" -> "COMPLETED";
                            case "F" -> "FAILED";
                            default -> "SKIPPED";
                        }));
        return ends;
    }
}
