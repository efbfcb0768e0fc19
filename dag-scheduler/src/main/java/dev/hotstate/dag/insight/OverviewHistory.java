package dev.hotstate.dag.insight;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;

/** The figures of the overview over the last hour. */
@Singleton
class OverviewHistory {

    private final Clock clock;
    private final RecentHour hour = new RecentHour();

    OverviewHistory(Clock clock) {
        this.clock = clock;
    }

    void add(OverviewView look) {
        hour.add(
                look.asOf(),
                Map.of(
                        "ready", (double) look.ready(),
                        "running", (double) look.running(),
                        "completedPerSecond", look.completedPerSecond(),
                        "oldestReadyMs", (double) Objects.requireNonNullElse(look.oldestReadyMs(), 0L)));
    }

    SeriesView view() {
        return hour.view(clock.instant());
    }
}
