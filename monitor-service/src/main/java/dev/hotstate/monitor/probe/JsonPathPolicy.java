package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.EvaluationListener;
import com.jayway.jsonpath.EvaluationListener.EvaluationContinuation;
import com.jayway.jsonpath.InvalidJsonException;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a JSONPath leads to in an answer. The answer comes from a stranger: how deep it may be nested is bounded, and so is
 * what a path may ask for, because each {@code ..} multiplies the work by that depth.
 */
final class JsonPathPolicy {

    private static final int COMPILED_MAX = 1_000;
    private static final int DEPTH_MAX = 100;

    /** Paths are read and followed by recursion, so a long one takes more stack than there is. */
    private static final int LENGTH_MAX = 500;

    private static final String JAVA_REGEX = "=~";
    private static final String DESCENT = "..";

    /** An answer that has it once has it; nobody needs all of ten thousand. */
    private static final int HITS_MAX = 10_000;

    private static final EvaluationListener FEW_HITS =
            hit -> hit.index() < HITS_MAX ? EvaluationContinuation.CONTINUE : EvaluationContinuation.ABORT;

    private static final Configuration JSON = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider(new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .build())
                    .build())))
            .mappingProvider(new JacksonMappingProvider())
            .options(Option.ALWAYS_RETURN_LIST)
            .evaluationListener(FEW_HITS)
            .build();

    private static final Cache<String, JsonPath> PATHS =
            Caffeine.newBuilder().maximumSize(COMPILED_MAX).build();

    private JsonPathPolicy() {}

    /** What is wrong with the path, if anything. */
    static Optional<String> objection(String path) {
        if (path.length() > LENGTH_MAX) {
            return Optional.of("must have at most " + LENGTH_MAX + " characters");
        }
        if (path.contains(JAVA_REGEX)) {
            return Optional.of("must not contain a regular expression");
        }
        int descent = path.indexOf(DESCENT);
        if (descent >= 0 && path.indexOf(DESCENT, descent + 1) >= 0) {
            return Optional.of("must not contain .. twice");
        }
        int filter = path.indexOf('?');
        if (filter >= 0 && descent > filter) {
            return Optional.of("must not contain .. in or behind a filter");
        }
        try {
            JsonPath.compile(path);
            return Optional.empty();
        } catch (InvalidPathException | IllegalArgumentException e) {
            // With a cause, it only names the class that stumbled.
            return Optional.of(e.getCause() == null ? "is not a JSONPath: " + e.getMessage() : "is not a JSONPath");
        }
    }

    /** What is wrong with the answer, if anything. */
    static Optional<String> objection(JsonExpectation expected, String text) {
        try {
            JsonNode found = PATHS.get(expected.path(), JsonPath::compile).read(text, JSON);
            if (found.isEmpty()) {
                return Optional.of("The JSONPath leads nowhere");
            }
            return expected.value() == null || holds(found, expected.value())
                    ? Optional.empty()
                    : Optional.of("At the JSONPath is another value");
        } catch (InvalidJsonException e) {
            return Optional.of("The answer is not JSON, or is nested deeper than " + DEPTH_MAX);
        } catch (JsonPathException e) {
            return Optional.of("The JSONPath leads nowhere");
        }
    }

    private static boolean holds(JsonNode found, JsonNode expected) {
        for (var value : found) {
            if (value.equals(expected) || isSameNumber(value, expected)) {
                return true;
            }
        }
        return false;
    }

    /** 1 and 1.0 are different nodes, but the same number. One that is too large for a double is no number to compare with. */
    private static boolean isSameNumber(@Nullable JsonNode value, JsonNode expected) {
        return value != null
                && value.isNumber()
                && expected.isNumber()
                && Double.isFinite(value.doubleValue())
                && value.decimalValue().compareTo(expected.decimalValue()) == 0;
    }
}
