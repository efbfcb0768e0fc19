package dev.hotstate.kit.http.egress;

import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request on behalf of somebody else.
 *
 * @param secrets        headers that nobody may see but the place that {@code uri} names
 * @param timeout        of everything: resolving, connecting, all redirects, the whole answer
 * @param redirectsMax   0: a redirect is the answer
 * @param answerMaxBytes the rest of a longer body is not read
 */
public record EgressRequest(
        String method,
        URI uri,
        Map<String, String> headers,
        Map<String, String> secrets,
        @Nullable Buffer body,
        Duration timeout,
        int redirectsMax,
        int answerMaxBytes) {

    private static final int ANSWER_BYTES_USUAL = 64 << 10;

    public EgressRequest {
        headers = ignoringCase(headers);
        secrets = ignoringCase(secrets);
    }

    /** Without redirects, and with a short answer: what a webhook wants. */
    public static EgressRequest post(URI uri, Map<String, String> headers, Buffer body, Duration timeout) {
        return new EgressRequest("POST", uri, headers, Map.of(), body, timeout, 0, ANSWER_BYTES_USUAL);
    }

    EgressRequest redirected(Redirect redirect) {
        var kept = ignoringCase(headers);
        if (!redirect.keepsCredentials()) {
            kept.remove("Authorization");
            kept.remove("Cookie");
        }
        if (!redirect.keepsBody()) {
            kept.remove("Content-Type");
        }
        return new EgressRequest(
                redirect.keepsBody() ? method : "GET",
                redirect.uri(),
                kept,
                redirect.keepsCredentials() ? secrets : Map.of(),
                redirect.keepsBody() ? body : null,
                timeout,
                redirectsMax - 1,
                answerMaxBytes);
    }

    private static Map<String, String> ignoringCase(Map<String, String> headers) {
        var copy = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        return copy;
    }
}
