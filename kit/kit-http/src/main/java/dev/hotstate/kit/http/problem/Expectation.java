package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Java types in the words of a client; completes the sentence "must be ...". */
final class Expectation {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Expectation() {}

    /** Constants as JSON writes them: {@code all_done} where that is what a constant is called there. */
    static String inJson(Class<?> type) {
        return type.isEnum() ? oneOf(type, constant -> JSON.convertValue(constant, String.class)) : of(type);
    }

    static String of(Class<?> type) {
        if (type.isEnum()) {
            return oneOf(type, Object::toString);
        }
        if (type.isPrimitive() ? type != boolean.class && type != char.class : Number.class.isAssignableFrom(type)) {
            return "a number that fits";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (CharSequence.class.isAssignableFrom(type)) {
            return "a string";
        }
        if (type == Duration.class) {
            return "an ISO-8601 duration such as PT30S";
        }
        if (TemporalAccessor.class.isAssignableFrom(type)) {
            return "an ISO-8601 time such as 2026-01-31T12:00:00Z";
        }
        if (type == URI.class) {
            return "an address such as https://example.org/";
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        return Map.class.isAssignableFrom(type) || type.isRecord() ? "an object" : "of another form";
    }

    private static String oneOf(Class<?> type, Function<Object, String> word) {
        return "one of " + Arrays.stream(type.getEnumConstants()).map(word).collect(Collectors.joining(", "));
    }
}
