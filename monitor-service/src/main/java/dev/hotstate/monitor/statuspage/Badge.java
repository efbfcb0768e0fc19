package dev.hotstate.monitor.statuspage;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hotstate.monitor.read.ShownState;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A small picture with two words, or the same for shields.io ("endpoint" badge).
 *
 * @param color six hexadecimal digits
 */
@Schema(name = "Badge")
record Badge(
        int schemaVersion,
        String label,
        String message,
        String color,
        @JsonProperty("cacheSeconds") int cacheSeconds) {

    private static final int CACHE_SECONDS = 60;
    private static final String GREEN = "2f9e62";
    private static final String AMBER = "b36b00";
    private static final String RED = "c42b36";
    private static final String BLUE = "1f6fb2";
    private static final String GREY = "646e80";
    private static final double EXCELLENT = 0.999;
    private static final double FAIR = 0.99;
    private static final int FAST_MS = 500;
    private static final int SLOW_MS = 2_000;

    static Badge ofState(ShownState state) {
        return switch (PublicPage.shown(state)) {
            case UP, CONFIRMING -> badge("status", "up", GREEN);
            case DOWN -> badge("status", "down", RED);
            case MAINTENANCE -> badge("status", "maintenance", BLUE);
            case UNKNOWN -> badge("status", "unknown", GREY);
            case PAUSED -> badge("status", "paused", GREY);
        };
    }

    static Badge ofUptime(String window, @Nullable Double uptime) {
        if (uptime == null) {
            return badge("uptime " + window, "unknown", GREY);
        }
        var color = uptime >= EXCELLENT ? GREEN : uptime >= FAIR ? AMBER : RED;
        return badge("uptime " + window, StatusPageHtml.percent(uptime) + " %", color);
    }

    static Badge ofLatency(@Nullable Double p95Ms) {
        if (p95Ms == null) {
            return badge("p95 24h", "unknown", GREY);
        }
        var color = p95Ms <= FAST_MS ? GREEN : p95Ms <= SLOW_MS ? AMBER : RED;
        return badge("p95 24h", p95Ms < 1 ? "< 1 ms" : Math.round(p95Ms) + " ms", color);
    }

    private static Badge badge(String label, String message, String color) {
        return new Badge(1, label, message, color, CACHE_SECONDS);
    }

    String svg() {
        int left = width(label);
        int right = width(message);
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%2$s: %3$s">\
                <title>%2$s: %3$s</title>\
                <clipPath id="r"><rect width="%1$d" height="20" rx="3"/></clipPath>\
                <g clip-path="url(#r)"><rect width="%4$d" height="20" fill="#454d5b"/>\
                <rect x="%4$d" width="%5$d" height="20" fill="#%6$s"/></g>\
                <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">\
                <text x="%7$s" y="14" textLength="%8$d">%2$s</text>\
                <text x="%9$s" y="14" textLength="%10$d">%3$s</text></g></svg>
                """.formatted(
                        left + right,
                        StatusPageHtml.escape(label),
                        StatusPageHtml.escape(message),
                        left,
                        right,
                        color,
                        half(left),
                        left - 10,
                        half(2 * left + right),
                        right - 10);
    }

    private static String half(int twice) {
        return String.format(Locale.ROOT, "%.1f", twice / 2.0);
    }

    /** About as wide as Verdana would be; {@code textLength} makes it fit whatever the reader's fonts are. */
    private static int width(String text) {
        double width = 10;
        for (char c : text.toCharArray()) {
            width += "il.,: |'".indexOf(c) >= 0 ? 4 : "mw%MW".indexOf(c) >= 0 ? 10.5 : 7;
        }
        return (int) Math.ceil(width);
    }
}
