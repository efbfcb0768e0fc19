package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says in the client's words what Jackson did not like: where (JSON pointer, line and column) and what was expected.
 * Jackson's own messages name our classes and stay here.
 */
final class UnreadableJson {

    private UnreadableJson() {}

    static Refusal refusal(JsonProcessingException failure) {
        var error = FieldError.at(pointer(failure), expectation(failure) + position(failure));
        var detail = failure instanceof JsonMappingException && failure.getCause() == null
                ? "The JSON body does not have the expected form."
                : "The request body is not well-formed JSON.";
        return new Refusal(KitProblem.MALFORMED_REQUEST, detail, List.of(error));
    }

    private static String pointer(JsonProcessingException failure) {
        if (failure instanceof JsonMappingException mapping
                && !mapping.getPath().isEmpty()) {
            return mapping.getPath().stream().map(UnreadableJson::segment).collect(Collectors.joining());
        }
        return failure.getProcessor() instanceof JsonParser parser
                ? parser.getParsingContext().pathAsPointer().toString()
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
            case InvalidTypeIdException unknown -> "is not a known kind";
            case InvalidFormatException format -> "must be " + Expectation.inJson(format.getTargetType());
            case MismatchedInputException mismatch
            when mismatch.getTargetType() != null -> "must be " + Expectation.inJson(mismatch.getTargetType());
            case JsonMappingException mapping
            when mapping.getCause() instanceof InputCoercionException overflow ->
                "must be " + Expectation.of(overflow.getTargetType());
            case JsonMappingException mapping
            when !(mapping.getCause() instanceof JsonProcessingException) -> "is not acceptable";
            default -> "is not well-formed JSON";
        };
    }

    private static String position(JsonProcessingException failure) {
        JsonLocation location = failure.getLocation();
        return location == null ? "" : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
    }
}
