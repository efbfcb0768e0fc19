package dev.hotstate.local.demo;

import dev.hotstate.dag.client.DagWorker;
import dev.hotstate.dag.client.Task;
import dev.hotstate.local.stage.Act;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Job templates that are run again and again, and workers who do their tasks: mostly well, sometimes not. */
final class Plant implements Act {

    private static final List<String> QUEUES = List.of("extract", "transform", "render", "deliver");
    private static final int WORKERS_PER_QUEUE = 3;
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String SCHEDULED = PlantTemplates.REPORT;

    private final ServiceApi service;
    private final int jobsPerMinute;
    private final SplittableRandom random;
    private @Nullable DagWorker workers;
    private long runs;

    Plant(ServiceApi service, int jobsPerMinute, SplittableRandom random) {
        this.service = service;
        this.jobsPerMinute = jobsPerMinute;
        this.random = random;
    }

    @Override
    public String name() {
        return "plant";
    }

    @Override
    public Duration period() {
        return Duration.ofMinutes(1).dividedBy(Math.max(1, jobsPerMinute));
    }

    @Override
    public void begin() throws IOException {
        service.takeKey(List.of("read", "write", "worker"));
        for (var template : PlantTemplates.ALL.entrySet()) {
            service.put("/templates/" + template.getKey(), template.getValue()).orRefuse();
        }
        schedule();
        if (workers == null) {
            workers = hire();
        }
    }

    private DagWorker hire() {
        var builder = DagWorker.of(service.address())
                .key(service.key())
                .name("demo-plant")
                .grace(GRACE);
        QUEUES.forEach(queue -> builder.queue(queue, WORKERS_PER_QUEUE, this::work));
        return builder.start();
    }

    @Override
    public void play() throws IOException {
        if (jobsPerMinute == 0) {
            return;
        }
        var templates = List.copyOf(PlantTemplates.ALL.keySet());
        var template = templates.get((int) (runs++ % templates.size()));
        service.post(
                        "/templates/" + template + "/runs",
                        Map.of("parameters", Map.of("region", random.nextBoolean() ? "north" : "south")))
                .orRefuse();
    }

    /** Nobody would do what a schedule orders without this process, nor what is left of its jobs. */
    @Override
    public void end() throws IOException {
        if (workers != null) {
            workers.close();
        }
        unschedule();
        cancelWhatIsLeft();
        service.close();
    }

    private void cancelWhatIsLeft() throws IOException {
        for (var status : List.of("PENDING", "RUNNING")) {
            var left = service.get("/jobs?limit=500&label=" + PlantTemplates.LABEL + "&status=" + status);
            for (var job : left.path("items")) {
                // It may have ended meanwhile.
                service.post("/jobs/" + job.path("jobId").asText() + "/cancel", null);
            }
        }
    }

    private Map<String, Object> work(Task task) throws InterruptedException {
        var plan = WorkPolicy.plan(task.name(), dice());
        task.log("began, expected to take " + plan.lasts().toMillis() + " ms");
        Thread.sleep(plan.lasts());
        if (plan.failure() != null) {
            task.log("gave up: " + plan.failure());
            throw new IllegalStateException(plan.failure());
        }
        task.log("done");
        return Map.of("rows", plan.rows());
    }

    private synchronized SplittableRandom dice() {
        return random.split();
    }

    /** One template also runs by itself, each second minute. */
    private void schedule() throws IOException {
        unschedule();
        service.post("/schedules", Map.of("template", SCHEDULED, "cron", "*/2 * * * *", "misfire", "skip"))
                .orRefuse();
    }

    private void unschedule() throws IOException {
        for (var item : service.get("/schedules?limit=100").path("items")) {
            if (item.path("template").asText().equals(SCHEDULED)) {
                service.send("DELETE", "/schedules/" + item.path("id").asText(), null);
            }
        }
    }
}
