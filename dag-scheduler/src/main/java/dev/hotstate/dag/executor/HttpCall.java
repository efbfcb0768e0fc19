package dev.hotstate.dag.executor;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a task of the queue {@code http}.
 *
 * @param method GET if absent, POST if there is a body
 * @param secrets headers with values that nobody shall see: sealed where they are stored
 * @param body sent as it is if it is a text, else as JSON
 * @param timeout of everything; 30 s if absent, at most 5 min
 * @param expect statuses and ranges that complete the task, such as {@code 200-299} (if absent) or {@code 404}
 * @param retryOn statuses and ranges after which another try may help; if absent 408, 425, 429, 500 and 502 to 504
 */
record HttpCall(
        @Nullable String method,
        @Nullable URI url,
        @Nullable Map<String, String> headers,
        @Nullable JsonNode secrets,
        @Nullable JsonNode body,
        @Nullable Duration timeout,
        @Nullable Integer redirectsMax,
        @Nullable List<String> expect,
        @Nullable List<String> retryOn) {

    static final Duration TIMEOUT_USUAL = Duration.ofSeconds(30);
    static final Duration TIMEOUT_LIMIT = Duration.ofMinutes(5);
    private static final List<String> EXPECT_USUAL = List.of("200-299");
    private static final List<String> RETRY_USUAL = List.of("408", "425", "429", "500", "502-504");

    String methodOrUsual() {
        return method != null ? method : body == null ? "GET" : "POST";
    }

    /** What a status means for the task. */
    enum Meaning {
        COMPLETED,
        TRY_AGAIN,
        FAILED
    }

    /** @throws IllegalArgumentException if a range is malformed */
    Meaning of(int status) {
        if (contains(Objects.requireNonNullElse(expect, EXPECT_USUAL), status)) {
            return Meaning.COMPLETED;
        }
        return contains(Objects.requireNonNullElse(retryOn, RETRY_USUAL), status) ? Meaning.TRY_AGAIN : Meaning.FAILED;
    }

    private static boolean contains(List<String> ranges, int status) {
        return ranges.stream().anyMatch(range -> isIn(range, status));
    }

    private static boolean isIn(String range, int status) {
        if (!range.matches("[1-5]\\d\\d(-[1-5]\\d\\d)?")) {
            throw new IllegalArgumentException(
                    "'" + range + "' is neither a status such as 404 nor a range such as 200-299");
        }
        int first = Integer.parseInt(range, 0, 3, 10);
        int last = range.length() == 3 ? first : Integer.parseInt(range, 4, 7, 10);
        return first <= status && status <= last;
    }
}
