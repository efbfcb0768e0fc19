package dev.hotstate.metrics.reset;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.observation.LabelKind;
import dev.hotstate.metrics.observation.LabelStore;
import dev.hotstate.metrics.observation.SeriesKind;
import dev.hotstate.metrics.platform.MetricsKeys;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** Which keys hold what was recorded: all follow from the labels and the hours. */
@Singleton
class RecordedKeys {

    private static final long HOUR_MS = Duration.ofHours(1).toMillis();
    /** Of 24 hours, and of the one that a clock may be ahead. */
    private static final int HOURS_BACK = 25;

    private static final long SECOND_MS = 1_000;
    /** As long as they are kept, and clocks may be ahead as far. */
    private static final int SECONDS_AROUND = 60;

    private static final int FIRST_ERROR = 400;
    private static final int LAST_ERROR = 599;

    private final MetricsKeys keys;
    private final Clock clock;

    RecordedKeys(MetricsKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    record Labels(Set<String> endpoints, Set<String> instances, Set<String> series) {}

    Collection<RedisKey> of(ResetScope scope, Labels labels) {
        var found = new ArrayList<RedisKey>();
        if (scope.includes(ResetScope.TOTALS)) {
            addTotals(found);
        }
        if (scope.includes(ResetScope.ENDPOINTS)) {
            withOther(labels.endpoints()).forEach(endpoint -> {
                found.add(keys.ofEndpoint(endpoint));
                addErrors(found, endpoint);
                addLatency(found, endpoint);
            });
            addLabels(found, LabelKind.ENDPOINT);
        }
        if (scope.includes(ResetScope.INSTANCES)) {
            withOther(labels.instances()).forEach(instance -> found.add(keys.ofInstance(instance)));
            addLabels(found, LabelKind.INSTANCE);
        }
        if (scope.includes(ResetScope.ERRORS)) {
            addErrors(found, labels);
        }
        if (scope == ResetScope.LATENCY) {
            withOther(labels.endpoints()).forEach(endpoint -> addLatency(found, endpoint));
        }
        if (scope.includes(ResetScope.CONNECTIONS)) {
            found.add(keys.connections("max_since_startup"));
        }
        if (scope.includes(ResetScope.SERIES)) {
            addSeries(found, labels);
        }
        return found;
    }

    private void addTotals(List<RedisKey> found) {
        List.of("total", "accepted", "speed_per_second", "max_speed_per_second")
                .forEach(which -> found.add(keys.requests(which)));
        found.add(keys.errors());
        hours().forEach(hour -> found.add(keys.hourly(hour)));
        // Else the speed of the last second would be told again, as the largest ever.
        long present = Math.floorDiv(clock.millis(), SECOND_MS);
        LongStream.rangeClosed(present - SECONDS_AROUND, present + SECONDS_AROUND)
                .forEach(second -> found.add(keys.ofSecond(second)));
    }

    private void addLatency(List<RedisKey> found, String endpoint) {
        found.add(keys.responseTimes(endpoint));
        found.add(keys.responseSum(endpoint));
        found.add(keys.responseCount(endpoint));
        found.add(keys.sketch(endpoint));
        hours().forEach(hour -> found.add(keys.sketchOfHour(endpoint, hour)));
    }

    private void addErrors(List<RedisKey> found, Labels labels) {
        found.add(keys.errors());
        for (int status = FIRST_ERROR; status <= LAST_ERROR; status++) {
            found.add(keys.errorsOfStatus(status));
        }
        withOther(labels.endpoints()).forEach(endpoint -> addErrors(found, endpoint));
    }

    private void addErrors(List<RedisKey> found, String endpoint) {
        found.add(keys.errorsOfEndpoint(endpoint));
        found.add(keys.failuresOfEndpoint(endpoint));
    }

    /** Last points of streams stay: what they have counted was counted. */
    private void addSeries(List<RedisKey> found, Labels labels) {
        for (var label : labels.series()) {
            var series = SeriesKind.seriesOfLabel(label);
            switch (SeriesKind.ofLabel(label)) {
                case COUNT -> found.add(keys.seriesCount(series));
                case VALUES -> found.add(keys.seriesValues(series));
                case GAUGE -> found.add(keys.seriesGauge(series));
                case UNIQUE -> hours().forEach(hour -> found.add(keys.seriesUniques(series, hour)));
            }
        }
        found.add(keys.seriesCount(LabelStore.OTHER));
        found.add(keys.seriesValues(LabelStore.OTHER));
        addLabels(found, LabelKind.SERIES);
    }

    /** Others may take the places. Of which kind the folded ones were nobody knows: those that come again are noted again. */
    private void addLabels(List<RedisKey> found, LabelKind kind) {
        found.add(keys.labels(kind.word()));
        found.add(keys.foldedLabels());
    }

    private LongStream hours() {
        long present = Math.floorDiv(clock.millis(), HOUR_MS) * HOUR_MS;
        return LongStream.rangeClosed(-1, HOURS_BACK).map(back -> present - back * HOUR_MS);
    }

    private static List<String> withOther(Set<String> labels) {
        var all = new ArrayList<>(labels);
        all.add(LabelStore.OTHER);
        return all;
    }
}
