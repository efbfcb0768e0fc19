package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import dev.hotstate.kit.http.egress.Redirect;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One request of a visit.
 *
 * @param headers everything but {@code Host}, framing and what {@code secrets} add
 * @param secrets headers that only the place of the first request may see
 */
record HttpRequest(
        String method,
        URI uri,
        Map<String, String> headers,
        Map<String, String> secrets,
        @Nullable String body) {

    static HttpRequest first(HttpTarget target, ProbeSecrets secrets, String userAgent) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.put("User-Agent", userAgent);
        headers.put("Accept", "*/*");
        headers.putAll(target.headers());
        return new HttpRequest(
                target.method(), URI.create(target.url()), headers, secretHeaders(secrets), target.body());
    }

    HttpRequest redirected(Redirect redirect) {
        var kept = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        kept.putAll(headers);
        if (!redirect.keepsCredentials()) {
            kept.remove("Authorization");
            kept.remove("Cookie");
        }
        if (!redirect.keepsBody()) {
            kept.remove("Content-Type");
        }
        return new HttpRequest(
                redirect.keepsBody() ? method : "GET",
                redirect.uri(),
                kept,
                redirect.keepsCredentials() ? secrets : Map.of(),
                redirect.keepsBody() ? body : null);
    }

    boolean isSecure() {
        return Redirect.isHttps(uri);
    }

    ByteBuf encoded(ByteBufAllocator allocator, Destination destination) {
        var text = new StringBuilder(256)
                .append(method)
                .append(' ')
                .append(pathAndQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(destination.authority(uri))
                .append("\r\nConnection: close\r\n");
        append(text, headers);
        append(text, secrets);
        var content = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        if (content != null) {
            text.append("Content-Length: ").append(content.length).append("\r\n");
        }
        text.append("\r\n");
        var bytes = ByteBufUtil.writeAscii(allocator, text);
        return content == null ? bytes : bytes.writeBytes(content);
    }

    private String pathAndQuery() {
        var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        var query = uri.getRawQuery();
        var whole = query == null ? path : path + "?" + query;
        return HostNames.isAscii(whole) ? whole : URI.create(whole).toASCIIString();
    }

    private void append(StringBuilder text, Map<String, String> fields) {
        fields.forEach((name, value) -> {
            if (fields == secrets || !secrets.containsKey(name)) {
                text.append(name).append(": ").append(value).append("\r\n");
            }
        });
    }

    private static Map<String, String> secretHeaders(ProbeSecrets secrets) {
        if (secrets.isNone()) {
            return Map.of();
        }
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(secrets.headers());
        if (secrets.bearerToken() != null) {
            headers.put("Authorization", "Bearer " + secrets.bearerToken());
        } else if (secrets.username() != null) {
            var pair = (secrets.username() + ":" + secrets.password()).getBytes(StandardCharsets.UTF_8);
            headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return headers;
    }
}
