package dev.hotstate.dag.executor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.worker.Delivery;
import dev.hotstate.kit.http.problem.UnreadableJson;
import jakarta.inject.Singleton;

/** Reads what a task was given to do. */
@Singleton
class Payload {

    /** The task can't be run as it is: another try would not help. */
    static final class Unfit extends RuntimeException {
        Unfit(String message) {
            super(message, null, false, false);
        }
    }

    private final ObjectMapper json;

    Payload(ObjectMapper json) {
        this.json = json;
    }

    <T> T read(Delivery task, Class<T> type) {
        var text = task.payload();
        if (text == null) {
            throw new Unfit("a task of the queue " + task.queue() + " needs a payload");
        }
        try {
            return json.readValue(text, type);
        } catch (JsonProcessingException malformed) {
            var error = UnreadableJson.errorWithin("payload", malformed);
            throw new Unfit(error.pointer() + " " + error.detail());
        }
    }

    String write(Object output) {
        try {
            return json.writeValueAsString(output);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer can be written", e);
        }
    }
}
