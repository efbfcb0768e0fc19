package dev.hotstate.dag.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.kit.http.secret.SecretSealer;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Base64;
import java.util.List;

/**
 * The part {@code secrets} of what tasks of the queue {@code http} are given: sealed before anything is stored, opened only where
 * the call is made. A sealed part opens for its own job alone, and is never taken from outside: who could hand in another one's
 * could have it sent anywhere.
 */
@Singleton
public class PayloadSecrets {

    public static final String QUEUE = "http";
    public static final String FIELD = "secrets";

    private final SecretSealer sealer;
    private final ObjectMapper json;

    PayloadSecrets(SecretSealer sealer, ObjectMapper json) {
        this.sealer = sealer;
        this.json = json;
    }

    /** The same tasks with nothing in the open. */
    public Uni<List<TaskOrder>> seal(String job, List<TaskOrder> tasks) {
        if (tasks.stream().noneMatch(PayloadSecrets::mayHave)) {
            return Uni.createFrom().item(tasks);
        }
        return Multi.createFrom()
                .iterable(tasks)
                .onItem()
                .transformToUniAndConcatenate(task ->
                        mayHave(task) ? seal(job, task) : Uni.createFrom().item(task))
                .collect()
                .asList();
    }

    private Uni<TaskOrder> seal(String job, TaskOrder task) {
        if (!(read(task.payload()) instanceof ObjectNode payload) || !payload.has(FIELD)) {
            return Uni.createFrom().item(task);
        }
        return seal(context(job), payload.get(FIELD))
                .map(closed -> task.withPayload(payload.set(FIELD, closed).toString()));
    }

    /** Whether a look inside is worth it. */
    private static boolean mayHave(TaskOrder task) {
        return task.queue().equals(QUEUE)
                && task.payload() != null
                && task.payload().contains('"' + FIELD + '"');
    }

    public Uni<JsonNode> open(String job, JsonNode sealed) {
        return openFor(context(job), sealed);
    }

    /** For something else than a job. */
    public Uni<TextNode> seal(String context, JsonNode plain) {
        return sealer.seal(plain.toString(), context)
                .map(bytes -> TextNode.valueOf(Base64.getEncoder().encodeToString(bytes)));
    }

    public Uni<JsonNode> openFor(String context, JsonNode sealed) {
        return Uni.createFrom()
                .deferred(() -> sealer.open(Base64.getDecoder().decode(sealed.textValue()), context))
                .map(this::read);
    }

    private static String context(String job) {
        return "job:" + job + ":payload";
    }

    private JsonNode read(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a payload is JSON", e);
        }
    }
}
