package dev.hotstate.dag.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.condition.Condition;
import dev.hotstate.dag.condition.ParsedCondition;
import dev.hotstate.dag.graph.CheckedGraph;
import dev.hotstate.dag.graph.GraphCheck;
import dev.hotstate.dag.graph.GraphFinding;
import dev.hotstate.dag.graph.TaskNode;
import dev.hotstate.dag.platform.DagFailure.InvalidGraph;
import dev.hotstate.dag.platform.DagFailure.InvalidTask;
import dev.hotstate.dag.platform.Form;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskSpec;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns a request into an order, or refuses it with all that is wrong and where. Pure: nothing is written before. */
public final class JobOrders {

    public static final Pattern JOB_ID = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");
    public static final Pattern QUEUE = Pattern.compile(Form.NAME);

    public static final String DEFAULT_QUEUE = "default";
    public static final int QUEUES_MAX = 16;
    static final int PAYLOAD_BYTES_MAX = 64 * 1024;
    private static final int NAME_MAX = 200;
    private static final int OWNER_MAX = 80;
    private static final int LABELS_MAX = 20;
    private static final int LABEL_MAX = 60;
    private static final int RETRIES_MAX = 100;
    private static final int URL_MAX = 2_000;
    private static final Set<String> SCHEMES = Set.of("https", "http");
    /** Far enough for anybody, and a time that every part can count in milliseconds. */
    static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private static final int CONCURRENCY_MAX = 100_000;
    private static final int ERRORS_MAX = 50;
    private static final Duration LEASE_MIN = Duration.ofSeconds(1);
    private static final Duration LEASE_MAX = Duration.ofHours(1);
    private static final Duration BACKOFF_MAX = Duration.ofDays(1);
    private static final Duration TIMEOUT_MAX = Duration.ofDays(30);
    private static final int USUAL_PRIORITY = 5;

    private final List<FieldError> errors = new ArrayList<>();

    private JobOrders() {}

    /**
     * @param id of the job: the caller's, or a new one
     * @param caller its owner if the request names none
     */
    public static JobOrder read(SubmitJobRequest request, String id, String caller) {
        return new JobOrders().job(request, id, caller);
    }

    /** Whoever looks at tasks before {@link #readTasks} does has to be sure that there are tasks and names. */
    public static void requireNoGaps(List<SubmitTaskRequest> tasks) {
        new JobOrders().refuseGaps(tasks);
    }

    /** Tasks for a job that runs already; their gaps and their graph were checked by the caller. */
    public static List<TaskOrder> readTasks(List<SubmitTaskRequest> tasks) {
        var orders = new JobOrders();
        var read = orders.tasks(tasks);
        orders.refuse();
        return read;
    }

    private JobOrder job(SubmitJobRequest request, String id, String caller) {
        var tasks = Objects.requireNonNullElse(request.tasks(), List.<SubmitTaskRequest>of());
        refuseGaps(tasks);
        checkGraph(tasks);
        check(isInTime(request.deadline()), "/deadline", "must be a time from 1970 to %s", LATEST);
        check(
                JOB_ID.matcher(id).matches(),
                "/jobId",
                "must be 1 to 40 of a-z, 0-9, _ and -, not beginning with _ or -");
        var name = Optional.ofNullable(request.name()).orElse(id);
        check(name.length() <= NAME_MAX, "/name", "may have %d characters", NAME_MAX);
        var owner = Optional.ofNullable(request.createdBy()).orElse(caller);
        check(!owner.isBlank() && owner.length() <= OWNER_MAX, "/createdBy", "must have 1 to %d characters", OWNER_MAX);
        var order = new JobOrder(
                id,
                name,
                owner,
                request.createdBy() != null,
                labels(request),
                Objects.requireNonNullElse(request.onFailure(), OnFailure.CONTINUE),
                Objects.requireNonNullElse(request.durability(), Durability.REDIS),
                concurrency(request),
                request.deadline(),
                hook(request),
                tasks(tasks));
        long queues = order.tasks().stream().map(TaskOrder::queue).distinct().count();
        check(queues <= QUEUES_MAX, "/tasks", "may use %d queues, these use more", QUEUES_MAX);
        refuse();
        return order;
    }

    static boolean isInTime(@Nullable Instant time) {
        return time == null || time.isAfter(Instant.EPOCH) && !time.isAfter(LATEST);
    }

    /** JSON may hold null where a task or a name belongs. */
    private void refuseGaps(List<SubmitTaskRequest> tasks) {
        for (int i = 0; i < tasks.size(); i++) {
            var task = tasks.get(i);
            check(task != null, "/tasks/" + i, "must be a task");
            if (task != null && task.dependsOn() != null) {
                check(
                        task.dependsOn().stream().noneMatch(Objects::isNull),
                        "/tasks/" + i + "/dependsOn",
                        "must name tasks");
            }
        }
        refuse();
    }

    private static void checkGraph(List<SubmitTaskRequest> tasks) {
        var nodes = tasks.stream()
                .map(task -> new TaskNode(
                        Objects.requireNonNullElse(task.id(), ""),
                        Objects.requireNonNullElse(task.dependsOn(), List.of())))
                .toList();
        if (GraphCheck.check(nodes) instanceof CheckedGraph.Unsound unsound) {
            throw refusal(unsound.findings());
        }
    }

    public static InvalidGraph refusal(List<GraphFinding> findings) {
        var refusal = new InvalidGraph(findings.stream()
                .map(finding -> FieldError.at(finding.pointer(), finding.message()))
                .toList());
        return findings.stream()
                .filter(finding -> finding.kind() == GraphFinding.Kind.CYCLE)
                .findFirst()
                .map(finding -> refusal.cycle(finding.tasks()))
                .orElse(refusal);
    }

    private TreeMap<String, String> labels(SubmitJobRequest request) {
        var labels = new TreeMap<String, String>();
        if (request.labels() != null) {
            labels.putAll(request.labels());
        }
        check(labels.size() <= LABELS_MAX, "/labels", "may be %d", LABELS_MAX);
        labels.forEach((label, value) -> check(
                !label.isBlank() && label.length() <= LABEL_MAX && value != null && value.length() <= LABEL_MAX,
                "/labels",
                "must each have 1 to %d characters",
                LABEL_MAX));
        return labels;
    }

    private @Nullable Integer concurrency(SubmitJobRequest request) {
        var concurrency = request.limits() == null ? null : request.limits().concurrency();
        check(
                concurrency == null || concurrency >= 1 && concurrency <= CONCURRENCY_MAX,
                "/limits/concurrency",
                "must be between 1 and %d",
                CONCURRENCY_MAX);
        return concurrency;
    }

    private JobOrder.@Nullable CompletionHook hook(SubmitJobRequest request) {
        var webhook = request.webhook();
        if (webhook == null) {
            return null;
        }
        var url = webhook.url();
        check(
                url != null && SCHEMES.contains(String.valueOf(url.getScheme())) && url.getHost() != null,
                "/webhook/url",
                "must be an address that begins with https:// or http://");
        check(url == null || url.toString().length() <= URL_MAX, "/webhook/url", "may have %d characters", URL_MAX);
        checkSecret(webhook.secret());
        return new JobOrder.CompletionHook(webhook.url(), webhook.secret());
    }

    private void checkSecret(@Nullable String secret) {
        if (secret == null) {
            return;
        }
        try {
            WebhookSecret.of(secret);
        } catch (IllegalArgumentException unfit) {
            check(false, "/webhook/secret", "%s", unfit.getMessage());
        }
    }

    private List<TaskOrder> tasks(List<SubmitTaskRequest> requests) {
        var tasks = new ArrayList<TaskOrder>(requests.size());
        for (int position = 0; position < requests.size(); position++) {
            tasks.add(task(requests.get(position), "/tasks/" + position));
        }
        return tasks;
    }

    private TaskOrder task(SubmitTaskRequest task, String at) {
        var order = new TaskOrder(
                task.id(),
                Optional.ofNullable(task.name()).orElse(task.id()),
                Objects.requireNonNullElse(task.dependsOn(), List.of()),
                Optional.ofNullable(task.queue()).orElse(DEFAULT_QUEUE),
                Objects.requireNonNullElse(task.priority(), USUAL_PRIORITY),
                Objects.requireNonNullElse(task.maxRetries(), 0),
                Optional.ofNullable(task.backoff()).orElse(Duration.ofSeconds(1)),
                Optional.ofNullable(task.backoffMax()).orElse(Duration.ofMinutes(5)),
                task.timeout(),
                Optional.ofNullable(task.lease()).orElse(Duration.ofSeconds(30)),
                Objects.requireNonNullElse(task.triggerRule(), TriggerRule.ALL_SUCCESS),
                task.condition(),
                task.delayUntil(),
                task.payload() == null || task.payload().isNull()
                        ? null
                        : task.payload().toString());
        check(order.name().length() <= NAME_MAX, at + "/name", "may have %d characters", NAME_MAX);
        check(QUEUE.matcher(order.queue()).matches(), at + "/queue", Form.NAME_WORDS);
        checkBetween(order.priority(), 0, TaskSpec.PRIORITY_MAX, at + "/priority");
        checkBetween(order.maxRetries(), 0, RETRIES_MAX, at + "/maxRetries");
        checkBetween(order.backoff(), Duration.ZERO, BACKOFF_MAX, at + "/backoff");
        checkBetween(order.backoffMax(), Duration.ZERO, BACKOFF_MAX, at + "/backoffMax");
        checkBetween(order.lease(), LEASE_MIN, LEASE_MAX, at + "/lease");
        if (order.timeout() != null) {
            checkBetween(order.timeout(), Duration.ofMillis(100), TIMEOUT_MAX, at + "/timeout");
        }
        check(isInTime(order.delayUntil()), at + "/delayUntil", "must be a time from 1970 to %s", LATEST);
        checkPayload(order, task.payload(), at);
        checkCondition(order, at);
        return order;
    }

    private void checkPayload(TaskOrder order, @Nullable JsonNode given, String at) {
        var secrets = given == null ? null : given.get(PayloadSecrets.FIELD);
        check(
                !order.queue().equals(PayloadSecrets.QUEUE) || secrets == null || isOfTexts(secrets),
                at + "/payload/" + PayloadSecrets.FIELD,
                "must be an object of headers and their values");
        var payload = order.payload();
        if (payload != null) {
            check(
                    payload.getBytes(StandardCharsets.UTF_8).length <= PAYLOAD_BYTES_MAX,
                    at + "/payload",
                    "may have %d bytes",
                    PAYLOAD_BYTES_MAX);
        }
    }

    private static boolean isOfTexts(JsonNode node) {
        return node.isObject()
                && node.properties().stream().allMatch(field -> field.getValue().isTextual());
    }

    private void checkCondition(TaskOrder order, String at) {
        if (order.condition() == null) {
            return;
        }
        switch (Condition.parse(order.condition())) {
            case ParsedCondition.Malformed malformed ->
                check(false, at + "/condition", "%s (column %d)", malformed.message(), malformed.column());
            case ParsedCondition.Understood understood -> {
                var strangers = new HashSet<>(understood.condition().tasks());
                order.dependsOn().forEach(strangers::remove);
                check(
                        strangers.isEmpty(),
                        at + "/condition",
                        "asks for %s, which the task does not depend on",
                        strangers);
            }
        }
    }

    private void checkBetween(int value, int min, int max, String at) {
        check(value >= min && value <= max, at, "must be between %d and %d", min, max);
    }

    private void checkBetween(Duration value, Duration min, Duration max, String at) {
        check(value.compareTo(min) >= 0 && value.compareTo(max) <= 0, at, "must be between %s and %s", min, max);
    }

    private void check(boolean holds, String pointer, String otherwise, Object... values) {
        if (!holds && errors.size() < ERRORS_MAX) {
            errors.add(FieldError.at(pointer, otherwise.formatted(values)));
        }
    }

    private void refuse() {
        if (!errors.isEmpty()) {
            throw new InvalidTask(errors);
        }
    }
}
