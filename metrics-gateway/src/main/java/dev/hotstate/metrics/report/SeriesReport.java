package dev.hotstate.metrics.report;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.observation.LabelKind;
import dev.hotstate.metrics.observation.LabelStore;
import dev.hotstate.metrics.observation.LatencySketch;
import dev.hotstate.metrics.observation.RecordingConfig;
import dev.hotstate.metrics.observation.SeriesKind;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads series, each where it lies. */
@Singleton
class SeriesReport {

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final long HOUR_MS = Duration.ofHours(1).toMillis();
    private static final int READ_AT_ONCE = 100;
    private static final String SUM = "sum";

    private final RedisRouter router;
    private final LabelStore labels;
    private final MetricsKeys keys;
    private final RecordingConfig config;
    private final Clock clock;

    SeriesReport(RedisRouter router, LabelStore labels, MetricsKeys keys, RecordingConfig config, Clock clock) {
        this.router = router;
        this.labels = labels;
        this.keys = keys;
        this.config = config;
        this.clock = clock;
    }

    /** By name; those that have been forgotten meanwhile are left out, and it is read on in their place. */
    Uni<List<SeriesView>> after(@Nullable String label, SeriesFilter filter, int most) {
        return labels.all(LabelKind.SERIES)
                .onItem()
                .transformToMulti(all -> Multi.createFrom()
                        .items(all.stream()
                                .filter(each -> label == null || each.compareTo(label) > 0)
                                .filter(filter::admits)
                                .sorted(Comparator.naturalOrder())))
                .group()
                .intoLists()
                .of(READ_AT_ONCE)
                .onItem()
                .transformToUniAndConcatenate(this::views)
                .onItem()
                .<SeriesView>disjoint()
                .select()
                .first(most)
                .collect()
                .asList()
                .chain(this::withLastHeard);
    }

    /** How many have a place of their own. */
    Uni<Long> taken() {
        return labels.taken(LabelKind.SERIES);
    }

    Uni<List<SeriesView>> all() {
        return labels.all(LabelKind.SERIES)
                .map(all -> {
                    var names = new ArrayList<>(all.stream().sorted().toList());
                    names.add("count " + LabelStore.OTHER);
                    names.add("values " + LabelStore.OTHER);
                    return names;
                })
                .chain(this::views);
    }

    private Uni<List<SeriesView>> views(List<String> names) {
        return router.sendAll(names.stream().map(this::read).toList(), DEADLINE)
                .map(outcomes -> outcomes.stream().map(Outcome::orThrow).toList())
                .map(replies -> IntStream.range(0, names.size())
                        .mapToObj(i -> view(names.get(i), replies.get(i)))
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Each telling lets a series live for its whole lifetime again, so what is left of that says when the last one was. */
    private Uni<List<SeriesView>> withLastHeard(List<SeriesView> found) {
        var lives = found.stream()
                .map(view -> Command.of("PTTL").key(key(view.label())))
                .toList();
        return router.sendAll(lives, DEADLINE)
                .map(outcomes -> IntStream.range(0, found.size())
                        .mapToObj(i -> found.get(i)
                                .lastHeardAt(lastHeardAt(
                                        SeriesKind.ofLabel(found.get(i).label()),
                                        outcomes.get(i).orThrow().integer())))
                        .toList());
    }

    /** Not known of what has lapsed meanwhile, nor of what was told while the setting let it live for longer. */
    private @Nullable Instant lastHeardAt(SeriesKind kind, long leftMs) {
        long agoMs = kind.lifetime(config).toMillis() - leftMs;
        return leftMs < 0 || agoMs < 0 ? null : clock.instant().minusMillis(agoMs);
    }

    private Command read(String label) {
        return Command.of(
                        switch (SeriesKind.ofLabel(label)) {
                            case COUNT -> "GET";
                            case VALUES, GAUGE -> "HGETALL";
                            case UNIQUE -> "PFCOUNT";
                        })
                .key(key(label));
    }

    private RedisKey key(String label) {
        var series = SeriesKind.seriesOfLabel(label);
        return switch (SeriesKind.ofLabel(label)) {
            case COUNT -> keys.seriesCount(series);
            case VALUES -> keys.seriesValues(series);
            case GAUGE -> keys.seriesGauge(series);
            case UNIQUE -> keys.seriesUniques(series, Math.floorDiv(clock.millis(), HOUR_MS) * HOUR_MS);
        };
    }

    private Optional<SeriesView> view(String label, Reply reply) {
        var series = SeriesKind.seriesOfLabel(label);
        return switch (SeriesKind.ofLabel(label)) {
            case COUNT ->
                reply.isNil()
                        ? Optional.empty()
                        : Optional.of(SeriesView.ofCount(series, Double.parseDouble(reply.text())));
            case VALUES -> values(reply).map(values -> SeriesView.ofValues(series, values));
            case GAUGE ->
                Optional.of(gauges(reply))
                        .filter(gauges -> !gauges.isEmpty())
                        .map(gauges -> SeriesView.ofGauge(series, gauges));
            case UNIQUE -> Optional.of(SeriesView.ofUnique(series, reply.integer()));
        };
    }

    /** At most about 1,850 buckets. */
    private static Optional<SeriesView.Values> values(Reply reply) {
        var buckets = new TreeMap<Integer, Long>();
        double sum = 0;
        for (int i = 0; i < reply.size(); i += 2) {
            if (reply.get(i).text().equals(SUM)) {
                sum = Double.parseDouble(reply.get(i + 1).text());
            } else {
                buckets.put(
                        Integer.valueOf(reply.get(i).text()), reply.get(i + 1).integer());
            }
        }
        long count = buckets.values().stream().mapToLong(Long::longValue).sum();
        return count == 0
                ? Optional.empty()
                : Optional.of(new SeriesView.Values(
                        count,
                        sum,
                        sum / count,
                        LatencySketch.valueAt(buckets, 0.5),
                        LatencySketch.valueAt(buckets, 0.9),
                        LatencySketch.valueAt(buckets, 0.99)));
    }

    /** Those that still hold. */
    private List<SeriesView.OfInstance> gauges(Reply reply) {
        var gauges = new ArrayList<SeriesView.OfInstance>();
        for (int i = 0; i < reply.size(); i += 2) {
            var valueAndEnd = reply.get(i + 1).text().split(" ");
            if (Long.parseLong(valueAndEnd[1]) > clock.millis()) {
                gauges.add(new SeriesView.OfInstance(reply.get(i).text(), Double.parseDouble(valueAndEnd[0])));
            }
        }
        return gauges.stream()
                .sorted(Comparator.comparing(SeriesView.OfInstance::instance))
                .toList();
    }
}
