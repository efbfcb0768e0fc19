package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.hotstate.kit.http.json.YamlAlias;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says in the client's words what Jackson did not like: where (JSON pointer, line and column) and what was expected.
 * Jackson's own messages name our classes and stay here.
 */
public final class UnreadableJson {

    private static final String NOT_WELL_FORMED = "is not well-formed JSON";

    private UnreadableJson() {}

    static Refusal refusal(JsonProcessingException failure) {
        var expectation = expectation(failure);
        var error = FieldError.at(pointer(failure), expectation + position(failure));
        var detail = expectation.equals(NOT_WELL_FORMED)
                ? "The request body is not well-formed JSON."
                : "The request body does not have the expected form.";
        return new Refusal(KitProblem.MALFORMED_REQUEST, detail, List.of(error));
    }

    /** Of a value within a body, read from its tree. {@code place}: JSON pointer of that value. */
    public static FieldError errorWithin(String place, JsonProcessingException failure) {
        return FieldError.at(place + pointer(failure), expectation(failure));
    }

    private static String pointer(JsonProcessingException failure) {
        if (failure instanceof JsonMappingException mapping
                && !mapping.getPath().isEmpty()) {
            return mapping.getPath().stream().map(UnreadableJson::segment).collect(Collectors.joining())
                    + kind(failure);
        }
        if (failure instanceof InvalidTypeIdException) {
            return kind(failure);
        }
        return failure.getProcessor() instanceof JsonParser parser
                ? parser.getParsingContext().pathAsPointer().toString()
                : "";
    }

    /** Jackson points at the object whose kind it does not know, not at the kind. */
    private static String kind(JsonProcessingException failure) {
        return failure instanceof InvalidTypeIdException unknown
                ? Optional.ofNullable(unknown.getBaseType().getRawClass().getAnnotation(JsonTypeInfo.class))
                        .map(named -> "/" + named.property())
                        .orElse("")
                : "";
    }

    private static String segment(JsonMappingException.Reference reference) {
        var name = reference.getFieldName();
        return "/"
                + (name == null
                        ? String.valueOf(reference.getIndex())
                        : name.replace("~", "~0").replace("/", "~1"));
    }

    private static String expectation(JsonProcessingException failure) {
        return switch (failure) {
            case UnrecognizedPropertyException unknown -> "is not a known field";
            case InvalidTypeIdException unknown -> kinds(unknown.getBaseType().getRawClass());
            case InvalidFormatException format -> "must be " + Expectation.inJson(format.getTargetType());
            case MismatchedInputException mismatch
            when mismatch.getTargetType() != null -> "must be " + Expectation.inJson(mismatch.getTargetType());
            case JsonMappingException mapping
            when mapping.getCause() instanceof InputCoercionException overflow ->
                "must be " + Expectation.of(overflow.getTargetType());
            case JsonMappingException mapping
            when !(mapping.getCause() instanceof JsonProcessingException) -> "is not acceptable";
            case JsonProcessingException unreadable
            when isRepetition(unreadable) || isRepetition(unreadable.getCause()) -> "is there twice";
            case JsonProcessingException unreadable
            when unreadable instanceof YamlAlias || unreadable.getCause() instanceof YamlAlias -> YamlAlias.EXPECTATION;
            default -> NOT_WELL_FORMED;
        };
    }

    private static String kinds(Class<?> base) {
        var known = base.getAnnotation(JsonSubTypes.class);
        return known == null
                ? "is not a known kind"
                : Arrays.stream(known.value())
                        .map(JsonSubTypes.Type::name)
                        .collect(Collectors.joining(", ", "must be one of ", ""));
    }

    /** Jackson has no type of its own for a field that is there twice. */
    private static boolean isRepetition(@Nullable Throwable failure) {
        return failure instanceof JsonParseException unreadable
                && unreadable.getOriginalMessage().startsWith("Duplicate field");
    }

    private static String position(JsonProcessingException failure) {
        JsonLocation location = failure.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
    }
}
