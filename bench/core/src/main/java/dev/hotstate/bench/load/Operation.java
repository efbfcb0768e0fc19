package dev.hotstate.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * One HTTP operation, repeated by the load generator.
 *
 * @param path path and query; {@code {n}} in path or body becomes a random number below {@code variants}
 * @param body empty for none
 * @param accepted statuses that count as done; any other status is a failure
 */
public record Operation(
        String method,
        int port,
        String path,
        Map<String, String> headers,
        String body,
        int variants,
        Set<Integer> accepted) {

    /** All variants are rendered before the clock starts, so their number is bounded. */
    static final int VARIANTS_MAX = 100_000;

    public Operation {
        if (variants < 1 || variants > VARIANTS_MAX) {
            throw new IllegalArgumentException("variants must lie within 1.." + VARIANTS_MAX + ": " + variants);
        }
    }

    public static Operation get(int port, String path, int variants) {
        return new Operation("GET", port, path, Map.of(), "", variants, Set.of(200));
    }

    byte[] render(int variant) {
        var number = Integer.toString(variant);
        var content = body.replace("{n}", number).getBytes(StandardCharsets.UTF_8);
        var head = new StringBuilder(method)
                .append(' ')
                .append(path.replace("{n}", number))
                .append(" HTTP/1.1\r\nHost: 127.0.0.1:")
                .append(port)
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (content.length > 0) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        var start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        var request = new byte[start.length + content.length];
        System.arraycopy(start, 0, request, 0, start.length);
        System.arraycopy(content, 0, request, start.length, content.length);
        return request;
    }
}
