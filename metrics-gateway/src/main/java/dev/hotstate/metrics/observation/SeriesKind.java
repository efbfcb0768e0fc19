package dev.hotstate.metrics.observation;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What is known of a series. */
public enum SeriesKind {
    COUNT,
    VALUES,
    GAUGE,
    UNIQUE;

    private static final Duration UNIQUES_LIFETIME = Duration.ofHours(24);

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SeriesKind> ofWord(String word) {
        return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** So long after its last change what is known of such a series is kept. */
    public Duration lifetime(RecordingConfig config) {
        return switch (this) {
            case COUNT, VALUES -> config.seriesLifetime();
            case GAUGE -> config.gaugeLifetime();
            case UNIQUE -> UNIQUES_LIFETIME;
        };
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
