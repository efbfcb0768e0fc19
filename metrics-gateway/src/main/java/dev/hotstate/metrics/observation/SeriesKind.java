package dev.hotstate.metrics.observation;

import java.util.Locale;

/** What is known of a series. */
public enum SeriesKind {
    COUNT,
    VALUES,
    GAUGE,
    UNIQUE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String label(String series) {
        return word() + " " + series;
    }

    public static SeriesKind ofLabel(String label) {
        return valueOf(label.substring(0, label.indexOf(' ')).toUpperCase(Locale.ROOT));
    }

    public static String seriesOfLabel(String label) {
        return label.substring(label.indexOf(' ') + 1);
    }
}
