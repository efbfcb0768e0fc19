package dev.hotstate.metrics.observation;

import java.util.Locale;

/** What is counted apart by a label from outside. */
public enum LabelKind {
    ENDPOINT,
    INSTANCE,
    /** A {@link SeriesKind} and a name. */
    SERIES;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
