package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of an HTTP check that is kept sealed and never returned.
 *
 * @param headers     in addition to those of the target, over which they win
 * @param username    of basic authentication, with {@code password}
 * @param bearerToken excludes basic authentication
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProbeSecrets(
        Map<String, String> headers,
        @Nullable String username,
        @Nullable String password,
        @Nullable String bearerToken) {

    public static final ProbeSecrets NONE = new ProbeSecrets(Map.of(), null, null, null);

    public ProbeSecrets {
        headers = headers == null ? Map.of() : Map.copyOf(headers);
    }

    @JsonIgnore
    public boolean isNone() {
        return equals(NONE);
    }

    /** What is wrong with them, without repeating it; pointers are relative to the secrets. */
    public List<FieldError> problems() {
        return new TargetRules()
                .headers("/headers", headers)
                .check("/password", (username == null) == (password == null), "belongs to a username")
                .check("/username", username == null || username.indexOf(':') < 0, "must not contain a colon")
                .headerValue("/username", username)
                .headerValue("/password", password)
                .check("/bearerToken", bearerToken == null || username == null, "excludes username and password")
                .headerValue("/bearerToken", bearerToken)
                .problems();
    }

    /** Without the values: this may end up in a log. */
    @Override
    public String toString() {
        return isNone() ? "ProbeSecrets[none]" : "ProbeSecrets[sealed]";
    }
}
