package dev.hotstate.dag.importer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.hotstate.kit.http.json.StrictYaml;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/** A job as text: recognises the form and translates it into the body of {@code POST /jobs}. */
final class JobDocument {

    private static final int CODE_POINTS_MAX = 8 << 20;

    /** Nesting is bounded by the usual limits of Jackson. */
    private static final ObjectMapper YAML = strict(new StrictYaml(YAMLFactory.builder()
            .loaderOptions(limits())
            .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
            // A job may be called "no".
            .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)));

    private static final ObjectMapper JSON = strict(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    private JobDocument() {}

    static ObjectNode read(String text) {
        var document = parsed(text);
        return WfFormat.is(document) ? WfFormat.read(document) : JobYaml.read(document);
    }

    /** What is refused of the job, as its author wrote it: {@code /tasks/fetch/after} instead of {@code /tasks/0/dependsOn}. */
    static List<FieldError> placed(String text, List<FieldError> errors) {
        var document = parsed(text);
        return errors.stream()
                .map(error -> error.pointer() == null || WfFormat.is(document)
                        ? error
                        : FieldError.at(JobYaml.place(document, error.pointer()), error.detail()))
                .toList();
    }

    private static JsonNode parsed(String text) {
        try {
            return (text.stripLeading().startsWith("{") ? JSON : YAML).readTree(text);
        } catch (JsonProcessingException unreadable) {
            throw new Refusal(
                    KitProblem.MALFORMED_REQUEST,
                    "The document can't be read: YAML or JSON is expected, one document in which no key is there twice.",
                    List.of(FieldError.at("", unreadable.getOriginalMessage() + place(unreadable.getLocation()))));
        }
    }

    private static String place(@Nullable JsonLocation place) {
        return place == null || place.getLineNr() < 1
                ? ""
                : " (line %d, column %d)".formatted(place.getLineNr(), place.getColumnNr());
    }

    /** Nothing may get lost: the first of two tasks with the same id, or what follows the end. */
    private static ObjectMapper strict(JsonFactory format) {
        return JsonMapper.builder(format)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    private static LoaderOptions limits() {
        var limits = new LoaderOptions();
        limits.setCodePointLimit(CODE_POINTS_MAX);
        return limits;
    }
}
