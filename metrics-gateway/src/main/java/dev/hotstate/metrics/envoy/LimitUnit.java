package dev.hotstate.metrics.envoy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Windows, as Envoy names them. A year is longer than anything that is counted here. */
enum LimitUnit {
    SECOND(Duration.ofSeconds(1)),
    MINUTE(Duration.ofMinutes(1)),
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofDays(1)),
    WEEK(Duration.ofDays(7)),
    MONTH(Duration.ofDays(30));

    private final Duration window;

    LimitUnit(Duration window) {
        this.window = window;
    }

    Duration window() {
        return window;
    }

    static Optional<LimitUnit> of(String text) {
        return Arrays.stream(values())
                .filter(unit -> unit.name().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst();
    }
}
