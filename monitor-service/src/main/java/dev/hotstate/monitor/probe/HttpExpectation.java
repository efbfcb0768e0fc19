package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the answer to an HTTP request must be; all of it.
 *
 * @param status             200-299 if absent
 * @param keyword            must occur in the body
 * @param forbidden          must not occur in the body
 * @param regex              must be found in the body; RE2 syntax, which takes linear time
 * @param json               must hold of the body
 * @param latencyMax         of the whole check
 * @param certificateDaysMin days that the certificate must still be valid
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HttpExpectation(
        StatusRanges status,
        @Nullable String keyword,
        @Nullable String forbidden,
        @Nullable String regex,
        @Nullable JsonExpectation json,
        @Nullable Duration latencyMax,
        @Nullable Integer certificateDaysMin) {

    public static final HttpExpectation SUCCESS =
            new HttpExpectation(StatusRanges.SUCCESS, null, null, null, null, null, null);

    public HttpExpectation {
        status = status == null ? StatusRanges.SUCCESS : status;
    }

    List<FieldError> problems() {
        return new TargetRules()
                .statusRanges("/expect/status", status)
                .text("/expect/keyword", keyword)
                .text("/expect/forbidden", forbidden)
                .regex("/expect/regex", regex)
                .json("/expect/json", json)
                .positive("/expect/latencyMax", latencyMax)
                .between("/expect/certificateDaysMin", certificateDaysMin, 0, 3650)
                .problems();
    }
}
