package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One value that was refused.
 *
 * @param pointer JSON pointer (RFC 6901) into the request body, for example {@code /steps/2/name}
 * @param parameter name of a query, path or header parameter; exactly one of the two is set
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FieldError(@Nullable String pointer, @Nullable String parameter, String detail) {

    public static FieldError at(String pointer, String detail) {
        return new FieldError(pointer, null, detail);
    }

    public static FieldError ofParameter(String parameter, String detail) {
        return new FieldError(null, parameter, detail);
    }
}
