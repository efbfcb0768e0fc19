package dev.hotstate.dag.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The short form: tasks are a map by id, {@code after} names one or more of them, durations read {@code 30s} or {@code 5m}. What the
 * job says about queue, retries and the like holds for each task that says nothing else.
 *
 * <pre>
 * name: nightly report
 * queue: reports
 * tasks:
 *   fetch:
 *   count: {after: fetch, retries: 3, backoff: 10s}
 *   report: {after: [fetch, count], when: "outputs.count.rows > 0"}
 * </pre>
 */
final class JobYaml {

    /** Short names beside those of {@code POST /jobs}. */
    private static final Map<String, String> TASK_WORDS = Map.of(
            "after", "dependsOn",
            "retries", "maxRetries",
            "rule", "triggerRule",
            "when", "condition");

    private static final Map<String, String> JOB_WORDS = Map.of("id", "jobId", "by", "createdBy");

    private static final Set<String> TASK_FIELDS = Set.of(
            "id",
            "name",
            "dependsOn",
            "queue",
            "payload",
            "maxRetries",
            "backoff",
            "backoffMax",
            "timeout",
            "lease",
            "priority",
            "triggerRule",
            "condition",
            "delayUntil");
    private static final Set<String> JOB_FIELDS = Set.of(
            "jobId",
            "createdBy",
            "name",
            "labels",
            "tasks",
            "limits",
            "deadline",
            "onFailure",
            "durability",
            "webhook");

    /** What a job may say for all its tasks. */
    private static final Set<String> DEFAULTS =
            Set.of("queue", "maxRetries", "backoff", "backoffMax", "timeout", "lease", "priority");

    private static final Set<String> DURATIONS = Set.of("backoff", "backoffMax", "timeout", "lease");
    private static final Pattern OF_TASK = Pattern.compile("/tasks/(\\d+)(?:/([^/]+)(.*))?");
    private static final Pattern OF_JOB = Pattern.compile("/([^/]+)(.*)");
    private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|min|h|d)");

    private final List<FieldError> errors = new ArrayList<>();
    private final ObjectNode defaults = JsonNodeFactory.instance.objectNode();

    private JobYaml() {}

    static ObjectNode read(JsonNode document) {
        var yaml = new JobYaml();
        var job = yaml.job(document);
        if (!yaml.errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", yaml.errors);
        }
        return job;
    }

    /** Where in the document that what {@link #read} has made of it holds there was written, both as JSON pointers. */
    static String place(JsonNode document, String pointer) {
        if (pointer.equals("/limits/concurrency") && document.has("concurrency")) {
            return "/concurrency";
        }
        var ofTask = OF_TASK.matcher(pointer);
        if (ofTask.matches()) {
            return placeInTask(document, Integer.parseInt(ofTask.group(1)), ofTask.group(2), ofTask.group(3));
        }
        var ofJob = OF_JOB.matcher(pointer);
        return ofJob.matches()
                ? "/" + written(document, ofJob.group(1)).orElse(ofJob.group(1)) + ofJob.group(2)
                : pointer;
    }

    private static String placeInTask(JsonNode document, int position, @Nullable String name, @Nullable String rest) {
        var tasks = document.path("tasks");
        var id = tasks.isObject()
                ? tasks.propertyStream()
                        .map(Map.Entry::getKey)
                        .skip(position)
                        .findFirst()
                        .orElseThrow()
                : Integer.toString(position);
        var place = "/tasks/" + id.replace("~", "~0").replace("/", "~1");
        boolean isNamedByItsPlace = tasks.isObject() && "id".equals(name);
        if (name == null || isNamedByItsPlace) {
            return place;
        }
        var task = tasks.isObject() ? tasks.path(id) : tasks.path(position);
        var word = written(task, name);
        if (word.isPresent()) {
            // A single task to wait for may stand without brackets: then it is no list that has a first place.
            return place + "/" + word.get() + (task.path(word.get()).isContainerNode() ? rest : "");
        }
        var usual = DEFAULTS.contains(name) ? written(document, name).map("/"::concat) : Optional.<String>empty();
        return usual.orElse(place + "/" + name) + rest;
    }

    private static Optional<String> written(JsonNode fields, String name) {
        return fields.propertyStream()
                .map(Map.Entry::getKey)
                .filter(word -> name.equals(TASK_WORDS.getOrDefault(word, JOB_WORDS.getOrDefault(word, word))))
                .findFirst();
    }

    private ObjectNode job(JsonNode document) {
        var job = JsonNodeFactory.instance.objectNode();
        if (!document.isObject()) {
            errors.add(FieldError.at("", "must be a map with name and tasks"));
            return job;
        }
        document.properties().forEach(field -> jobField(job, field.getKey(), field.getValue()));
        job.set("tasks", tasks(document.path("tasks")));
        return job;
    }

    private void jobField(ObjectNode job, String word, JsonNode value) {
        var name = JOB_WORDS.getOrDefault(word, TASK_WORDS.getOrDefault(word, word));
        if (word.equals("concurrency")) {
            job.putObject("limits").set("concurrency", value);
        } else if (DEFAULTS.contains(name)) {
            defaults.set(name, value(name, value, "/" + word));
        } else if (JOB_FIELDS.contains(name)) {
            job.set(name, value);
        } else {
            errors.add(FieldError.at("/" + word, "is not a field of a job"));
        }
    }

    /** A map by id, or a list of tasks that name themselves. */
    private ArrayNode tasks(JsonNode tasks) {
        var all = JsonNodeFactory.instance.arrayNode();
        if (tasks.isArray()) {
            for (int at = 0; at < tasks.size(); at++) {
                all.add(task(null, tasks.get(at), "/tasks/" + at));
            }
        } else if (tasks.isObject()) {
            tasks.properties()
                    .forEach(task -> all.add(task(task.getKey(), task.getValue(), "/tasks/" + task.getKey())));
        } else {
            errors.add(FieldError.at("/tasks", "must be a map of tasks by their ids"));
        }
        return all;
    }

    private ObjectNode task(@Nullable String id, JsonNode fields, String place) {
        var task = defaults.deepCopy();
        if (id != null) {
            task.put("id", id);
        }
        if (fields.isObject()) {
            fields.properties().forEach(field -> taskField(task, field.getKey(), field.getValue(), place));
        } else if (!fields.isNull()) {
            errors.add(FieldError.at(place, "must be a map"));
        }
        return task;
    }

    private void taskField(ObjectNode task, String word, JsonNode value, String place) {
        var name = TASK_WORDS.getOrDefault(word, word);
        if (TASK_FIELDS.contains(name)) {
            task.set(name, value(name, value, place + "/" + word));
        } else {
            errors.add(FieldError.at(place + "/" + word, "is not a field of a task"));
        }
    }

    private JsonNode value(String name, JsonNode value, String place) {
        if (name.equals("dependsOn") && value.isTextual()) {
            return JsonNodeFactory.instance.arrayNode().add(value);
        }
        return DURATIONS.contains(name) ? duration(value, place) : value;
    }

    private JsonNode duration(JsonNode value, String place) {
        var text = value.asText();
        var match = SHORT_DURATION.matcher(text);
        if (match.matches()) {
            return TextNode.valueOf(iso(match.group(1), match.group(2)));
        }
        if (!text.startsWith("P")) {
            errors.add(FieldError.at(place, "must be a duration such as 30s, 5m or 2h"));
        }
        return value;
    }

    private static String iso(String number, String unit) {
        return switch (unit) {
            case "ms" -> "PT%d.%03dS".formatted(Long.parseLong(number) / 1000, Long.parseLong(number) % 1000);
            case "d" -> "P" + number + "D";
            case "min" -> "PT" + number + "M";
            default -> "PT" + number + unit.toUpperCase(Locale.ROOT);
        };
    }
}
