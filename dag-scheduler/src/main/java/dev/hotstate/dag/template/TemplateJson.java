package dev.hotstate.dag.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.job.JobOrder;
import dev.hotstate.dag.job.JobOrders;
import dev.hotstate.dag.job.SubmitJobRequest;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.problem.UnreadableJson;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/** Between the texts in Postgres, JSON, and orders. */
@Singleton
class TemplateJson {

    private static final TypeReference<List<Parameter>> PARAMETERS = new TypeReference<>() {};
    private static final TypeReference<Map<String, JsonNode>> VALUES = new TypeReference<>() {};

    private final ObjectMapper json;

    TemplateJson(ObjectMapper json) {
        this.json = json;
    }

    String text(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was read as JSON can be written", e);
        }
    }

    JsonNode tree(String text) {
        return read(() -> json.readTree(text));
    }

    List<Parameter> parameters(String text) {
        return read(() -> json.readValue(text, PARAMETERS));
    }

    Map<String, JsonNode> values(String text) {
        return read(() -> json.readValue(text, VALUES));
    }

    /** Refuses what POST /jobs would refuse. */
    JobOrder order(JsonNode rendered, String jobId, String caller) {
        try {
            return JobOrders.read(json.treeToValue(rendered, SubmitJobRequest.class), jobId, caller);
        } catch (JsonProcessingException unreadable) {
            var error = UnreadableJson.errorWithin("/job", unreadable);
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read() throws JsonProcessingException;
    }

    private static <T> T read(Reading<T> reading) {
        try {
            return reading.read();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds what was written there", e);
        }
    }
}
