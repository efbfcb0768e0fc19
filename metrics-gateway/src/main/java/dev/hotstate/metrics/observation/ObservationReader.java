package dev.hotstate.metrics.observation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads bodies with observations. One that is wrong refuses all: half of a batch would be counted again with the next try. */
@Singleton
class ObservationReader {

    static final int OBSERVATIONS_MAX = 10_000;

    private static final int ERRORS_SHOWN_MAX = 50;

    private final ObjectReader one;
    private final ObjectReader many;
    private final ObservationPolicy policy;

    ObservationReader(ObjectMapper json, RecordingConfig config) {
        this.one = json.readerFor(ObservationRequest.class);
        this.many = json.readerForArrayOf(ObservationRequest.class);
        this.policy = new ObservationPolicy(
                new RouteTemplates(config.routes().orElse(List.of()), config.pathStyle()), config.localRequests());
    }

    /**
     * What counts of a body.
     *
     * @param excluded requests of the machine itself
     */
    record Batch(List<Observation> observations, int excluded) {}

    /**
     * One, or an array of them.
     *
     * @param now the time of those that name none
     */
    Batch document(String body, Instant now) throws JsonProcessingException {
        if (body.stripLeading().startsWith("[")) {
            ObservationRequest[] requests = many.readValue(body);
            return batch(Arrays.asList(requests), "/%d", now);
        }
        ObservationRequest request = one.readValue(body);
        return batch(Collections.singletonList(request), "", now);
    }

    /** One in each line; empty lines are nothing, but they count in pointers. */
    Batch lines(String body, Instant now) throws JsonProcessingException {
        var requests = new ArrayList<@Nullable ObservationRequest>();
        for (var line : body.lines().filter(line -> !line.isBlank()).toList()) {
            requests.add(one.readValue(line));
        }
        return batch(requests, "/%d", now);
    }

    Batch nodes(List<JsonNode> nodes, String place, Instant now) throws JsonProcessingException {
        var requests = new ArrayList<@Nullable ObservationRequest>(nodes.size());
        for (var node : nodes) {
            requests.add(one.treeToValue(node, ObservationRequest.class));
        }
        return batch(requests, place, now);
    }

    private Batch batch(List<@Nullable ObservationRequest> requests, String place, Instant now) {
        if (requests.size() > OBSERVATIONS_MAX) {
            throw new Refusal(KitProblem.BODY_TOO_LARGE, "Send at most " + OBSERVATIONS_MAX + " observations at once.");
        }
        var observations = new ArrayList<Observation>(requests.size());
        var errors = new ArrayList<FieldError>();
        int excluded = 0;
        for (int i = 0; i < requests.size() && errors.size() < ERRORS_SHOWN_MAX; i++) {
            var request = requests.get(i);
            if (request == null) {
                errors.add(FieldError.at(place.formatted(i), "must be an observation"));
                continue;
            }
            var objections = policy.objections(request, now);
            if (!objections.isEmpty()) {
                var at = place.formatted(i);
                objections.forEach(error -> errors.add(FieldError.at(at + error.pointer(), error.detail())));
            } else if (policy.counts(request)) {
                observations.add(policy.read(request, now));
            } else {
                excluded++;
            }
        }
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
        return new Batch(observations, excluded);
    }
}
