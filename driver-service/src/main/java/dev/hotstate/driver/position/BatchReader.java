package dev.hotstate.driver.position;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads batches of points. What is wrong with one of them does not concern the others. */
@Singleton
class BatchReader {

    static final int POINTS_MAX = 5_000;

    private final ObjectMapper json;
    private final PositionConfig config;

    BatchReader(ObjectMapper json, PositionConfig config) {
        this.json = json;
        this.config = config;
    }

    List<BatchItem> array(String document) throws JsonProcessingException {
        var root = json.readTree(document);
        if (!root.isArray()) {
            throw new Refusal(KitProblem.MALFORMED_REQUEST, "The body must be an array of points.");
        }
        return bounded(StreamSupport.stream(root.spliterator(), false).map(this::item));
    }

    /** A point in each line; empty lines are nothing. */
    List<BatchItem> lines(String document) {
        return bounded(document.lines().filter(line -> !line.isBlank()).map(this::line));
    }

    private BatchItem line(String line) {
        try {
            return item(json.readTree(line));
        } catch (JsonProcessingException e) {
            return BatchItem.invalid("", "is no JSON");
        }
    }

    private BatchItem item(JsonNode node) {
        if (!(node instanceof ObjectNode point)) {
            return BatchItem.invalid("", "is no object");
        }
        var name = point.remove("id");
        var id = name == null || !name.isTextual() ? "" : name.textValue();
        if (id.isEmpty()) {
            return BatchItem.invalid("", "/id is missing");
        }
        try {
            return item(id, json.treeToValue(point, LocationReport.class));
        } catch (JsonProcessingException e) {
            return BatchItem.invalid(id, "has a field that is unknown or of another type than expected");
        }
    }

    private BatchItem item(String id, LocationReport report) {
        var errors = new ArrayList<>(ReportPolicy.malformed(report));
        var lat = report.lat();
        var lon = report.lon();
        if (lat == null || lon == null) {
            return BatchItem.invalid(id, text(errors));
        }
        errors.addAll(ReportPolicy.impossible(lat, lon));
        return errors.isEmpty()
                ? new BatchItem(
                        id,
                        ReportPolicy.point(report, lat, lon, config.accuracyMax())
                                .orElse(null),
                        null)
                : BatchItem.invalid(id, text(errors));
    }

    private static List<BatchItem> bounded(Stream<BatchItem> items) {
        var list = items.limit(POINTS_MAX + 1L).toList();
        if (list.size() > POINTS_MAX) {
            throw new Refusal(KitProblem.BODY_TOO_LARGE, "Send at most " + POINTS_MAX + " points at once.");
        }
        return list;
    }

    private static String text(List<FieldError> errors) {
        return String.join(
                ", ",
                errors.stream()
                        .map(error -> error.pointer() + " " + error.detail())
                        .toList());
    }
}
