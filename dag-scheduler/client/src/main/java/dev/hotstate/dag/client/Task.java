package dev.hotstate.dag.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task in the hands of this worker. */
public final class Task {

    private final Delivery delivery;
    private final LogBuffer logs;
    private final DagHttp http;
    private volatile boolean stopped;

    Task(Delivery delivery, LogBuffer logs, DagHttp http) {
        this.delivery = delivery;
        this.logs = logs;
        this.http = http;
    }

    /** {@code <job>.<task>}. */
    public String id() {
        return delivery.id();
    }

    public String jobId() {
        return delivery.jobId();
    }

    /** Its id within the job. */
    public String name() {
        return delivery.task();
    }

    public String queue() {
        return delivery.queue();
    }

    /** Grows with each attempt at this task: a fence for effects elsewhere. */
    public long attempt() {
        return Long.parseLong(delivery.attempt());
    }

    /** How often it failed before. */
    public int retryCount() {
        return delivery.retryCount();
    }

    /** What it was submitted with; JSON null for nothing. */
    public JsonNode payload() {
        return delivery.payload() == null ? NullNode.getInstance() : delivery.payload();
    }

    /** The payload as an object of the worker's own. */
    public <T> T payload(Class<T> type) throws JsonProcessingException {
        return Json.MAPPER.treeToValue(payload(), type);
    }

    /** What its parents left, by their ids within the job. */
    public Map<String, JsonNode> parents() {
        return delivery.parents() == null ? Map.of() : delivery.parents();
    }

    public Optional<JsonNode> parent(String name) {
        return Optional.ofNullable(parents().get(name));
    }

    /** Writes a line that people see on the page of the task while it runs. Never blocks and never fails. */
    public void log(String line) {
        logs.add(line);
    }

    /**
     * Adds tasks to the job, up to 100 in one call, all or none. Without {@code dependsOn} a task depends on this one.
     *
     * @param request names the addition within this task: the same name again, by a later attempt too, adds nothing and is no
     *     failure
     * @param tasks as in a submitted job; whatever Jackson writes so
     * @throws IOException if the service can't be reached: whether they were added is not known, calling again is safe
     */
    public void addTasks(String request, List<?> tasks) throws IOException, InterruptedException {
        http.addTasks(id(), new DagHttp.Addition(delivery.attempt(), request, tasks));
    }

    /**
     * Whether the work became useless: the job was cancelled, or the lease was lost. The handler's thread is interrupted as well;
     * what it returns is thrown away.
     */
    public boolean stopped() {
        return stopped;
    }

    void stop() {
        stopped = true;
    }

    Delivery delivery() {
        return delivery;
    }

    LogBuffer logs() {
        return logs;
    }
}
