package dev.hotstate.metrics.client;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /observations}. */
final class ObservationsJson {

    private final StringBuilder text = new StringBuilder(4_096);

    static String of(String instance, List<AnsweredRequest> requests) {
        var json = new ObservationsJson();
        json.text.append('[');
        for (int i = 0; i < requests.size(); i++) {
            json.text.append(i == 0 ? "" : ",");
            json.add(instance, requests.get(i));
        }
        return json.text.append(']').toString();
    }

    private void add(String instance, AnsweredRequest request) {
        text.append("{\"instance\":").append(quoted(instance));
        text.append(",\"method\":").append(quoted(request.method()));
        if (request.route() != null) {
            text.append(",\"route\":").append(quoted(request.route()));
        } else {
            text.append(",\"path\":").append(quoted(request.path()));
        }
        text.append(",\"status\":").append(request.status());
        text.append(",\"durationMs\":").append(String.format(Locale.ROOT, "%.3f", request.durationMs()));
        text.append(",\"ts\":").append(request.atMs());
        if (request.client() != null) {
            text.append(",\"client\":").append(quoted(request.client()));
        }
        if (request.refused()) {
            text.append(",\"refused\":true");
        }
        text.append('}');
    }

    private static String quoted(@Nullable String value) {
        var quoted = new StringBuilder("\"");
        for (char c : (value == null ? "" : value).toCharArray()) {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                default -> quoted.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
            }
        }
        return quoted.append('"').toString();
    }
}
