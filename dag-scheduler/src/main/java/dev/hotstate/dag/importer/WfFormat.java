package dev.hotstate.dag.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * WfFormat 1.5 of wfcommons: the tasks of {@code workflow.specification}, with the run times of {@code workflow.execution} in
 * their payloads, so that a simulated worker can take as long. Its ids may be longer than ours and hold other characters; they
 * are shortened so that they stay distinct and readable, and the original goes into the payload.
 */
final class WfFormat {

    private static final int NAME_MAX = 200;

    private final Map<String, String> idOf = new HashMap<>();
    private final Map<String, JsonNode> runs = new HashMap<>();
    private final ShortIds shortIds = new ShortIds();

    private WfFormat() {}

    static boolean is(JsonNode document) {
        return document.at("/workflow/specification/tasks").isArray();
    }

    static ObjectNode read(JsonNode document) {
        return new WfFormat().job(document);
    }

    private ObjectNode job(JsonNode document) {
        var tasks = document.at("/workflow/specification/tasks");
        for (int at = 0; at < tasks.size(); at++) {
            idOf.put(original(tasks.get(at), at), shortIds.of(original(tasks.get(at), at)));
        }
        document.at("/workflow/execution/tasks")
                .forEach(run -> runs.put(run.path("id").asText(), run));
        var job = JsonNodeFactory.instance.objectNode();
        job.put("name", cut(document.path("name").asText("imported workflow")));
        var all = job.putArray("tasks");
        for (int at = 0; at < tasks.size(); at++) {
            all.add(task(tasks.get(at), at));
        }
        return job;
    }

    private static String original(JsonNode task, int at) {
        var id = task.path("id");
        if (!id.isTextual() || id.textValue().isEmpty()) {
            throw new Refusal(
                    KitProblem.INVALID_INPUT,
                    "See errors for what must be different.",
                    List.of(FieldError.at("/workflow/specification/tasks/" + at + "/id", "must be a text")));
        }
        return id.textValue();
    }

    private ObjectNode task(JsonNode source, int at) {
        var original = original(source, at);
        var task = JsonNodeFactory.instance.objectNode();
        task.put("id", idOf.get(original));
        task.put("name", cut(source.path("name").asText(original)));
        var dependsOn = task.putArray("dependsOn");
        // What is not a task of the workflow stays as it is: POST /jobs says that it is unknown.
        source.path("parents").forEach(parent -> dependsOn.add(idOf.getOrDefault(parent.asText(), parent.asText())));
        task.set("payload", payload(original));
        return task;
    }

    private ObjectNode payload(String original) {
        var payload = JsonNodeFactory.instance.objectNode();
        payload.put("wfId", original);
        var run = runs.get(original);
        if (run != null) {
            payload.put("program", cut(run.at("/command/program").asText("")));
            payload.put("runtimeSeconds", run.path("runtimeInSeconds").asDouble(0));
        }
        return payload;
    }

    private static String cut(String text) {
        return text.length() <= NAME_MAX ? text : text.substring(0, NAME_MAX);
    }
}
