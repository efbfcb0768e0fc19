package dev.hotstate.monitor.history;

import dev.hotstate.monitor.retention.AgingRows;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** What of the history gets old. */
@Singleton
final class HistoryRetention {

    @Produces
    @Singleton
    AgingRows minutes(HistoryStore store, HistoryConfig config) {
        return new AgingRows("minutes", config.keepMinutes(), store::removeMinutesBefore);
    }

    @Produces
    @Singleton
    AgingRows phases(PhaseStore store, HistoryConfig config) {
        return new AgingRows("phases", config.keepMinutes(), store::removeBefore);
    }

    @Produces
    @Singleton
    AgingRows hours(HistoryStore store, HistoryConfig config) {
        return new AgingRows("hours", config.keepHours(), store::removeHoursBefore);
    }

    @Produces
    @Singleton
    AgingRows days(HistoryStore store, HistoryConfig config) {
        return new AgingRows("days", config.keepDays(), store::removeDaysBefore);
    }
}
