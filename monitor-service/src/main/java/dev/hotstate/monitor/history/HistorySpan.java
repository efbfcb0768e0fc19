package dev.hotstate.monitor.history;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** How far back, and in which steps. */
public enum HistorySpan {
    HOUR("1h", Duration.ofHours(1), HourOfChecks.SLOT),
    DAY("24h", Duration.ofDays(1), HourOfChecks.SLOT),
    WEEK("7d", Duration.ofDays(7), Duration.ofHours(1)),
    MONTH("30d", Duration.ofDays(30), Duration.ofDays(1)),
    QUARTER("90d", Duration.ofDays(90), Duration.ofDays(1)),
    YEAR("365d", Duration.ofDays(365), Duration.ofDays(1));

    /** Those of which uptime is told. */
    public static final Set<HistorySpan> WINDOWS = EnumSet.range(DAY, YEAR);

    private final String text;
    private final Duration length;
    private final Duration step;

    HistorySpan(String text, Duration length, Duration step) {
        this.text = text;
        this.length = length;
        this.step = step;
    }

    public static Optional<HistorySpan> of(String text) {
        return Arrays.stream(values()).filter(span -> span.text.equals(text)).findFirst();
    }

    public String text() {
        return text;
    }

    public Duration length() {
        return length;
    }

    /** Where minutes are known, hours and a day are told in minutes. */
    public Duration step() {
        return step;
    }
}
