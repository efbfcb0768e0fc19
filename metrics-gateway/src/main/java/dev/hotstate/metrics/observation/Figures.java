package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.platform.MetricsKeys;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Says which keys a tally changes, and how. */
@Singleton
class Figures {

    private static final Duration HOURLY_TTL = Duration.ofHours(24);
    /** From its first request on, so that it is there as long as one of the last 24 hours. */
    private static final Duration SKETCH_TTL = Duration.ofHours(25);

    /** Of older requests nobody looks for the speed any more. */
    static final int SPEED_SECONDS = 30;

    private static final Duration SECOND_TTL = Duration.ofMinutes(1);
    private static final long SEQUENCE_MAX = 1_000_000_000L;

    private final MetricsKeys keys;
    private final long seriesTtlMs;
    /** Makes members unique; where it begins differs between processes. */
    private final AtomicLong sequence =
            new AtomicLong(ThreadLocalRandom.current().nextLong(SEQUENCE_MAX));

    Figures(MetricsKeys keys, RecordingConfig config) {
        this.keys = keys;
        this.seriesTtlMs = config.seriesLifetime().toMillis();
    }

    /** @param at now, or when the batch was told the first time */
    List<Figure> of(Tally tally, Instant at) {
        var figures = new ArrayList<Figure>();
        if (tally.total > 0) {
            figures.add(total(keys.requests("total"), tally.total));
        }
        if (tally.accepted > 0) {
            figures.add(total(keys.requests("accepted"), tally.accepted));
        }
        if (tally.errors > 0) {
            figures.add(total(keys.errors(), tally.errors));
        }
        tally.byInstance.forEach((instance, count) -> figures.add(total(keys.ofInstance(instance), count)));
        tally.errorsByStatus.forEach((status, count) -> figures.add(total(keys.errorsOfStatus(status), count)));
        tally.byHour.forEach(
                (hour, count) -> figures.add(new Figure.Total(keys.hourly(hour), whole(count), HOURLY_TTL.toMillis())));
        tally.byEndpoint.forEach((endpoint, of) -> addEndpoint(figures, endpoint, of));
        addSpeed(figures, tally, at.getEpochSecond());
        addSeries(figures, tally);
        return figures;
    }

    /** Where the clock of somebody's service is ahead, his requests are of now. */
    private void addSpeed(List<Figure> figures, Tally tally, long present) {
        var bySecond = new HashMap<Long, Long>();
        tally.bySecond.forEach((second, count) -> {
            if (second > present - SPEED_SECONDS) {
                bySecond.merge(Math.min(second, present), count, Long::sum);
            }
        });
        bySecond.forEach((second, count) ->
                figures.add(new Figure.Total(keys.ofSecond(second), whole(count), SECOND_TTL.toMillis())));
    }

    private void addEndpoint(List<Figure> figures, String endpoint, Tally.OfEndpoint of) {
        figures.add(total(keys.ofEndpoint(endpoint), of.count));
        if (of.errors > 0) {
            figures.add(total(keys.errorsOfEndpoint(endpoint), of.errors));
        }
        if (of.failed > 0) {
            figures.add(total(keys.failuresOfEndpoint(endpoint), of.failed));
        }
        figures.add(total(keys.responseCount(endpoint), of.count));
        figures.add(new Figure.Total(keys.responseSum(endpoint), millis(of.micros), Figure.FOR_EVER));
        if (!of.times.isEmpty()) {
            var members = new ArrayList<Object>(2 * of.times.size());
            of.times.forEach(time -> {
                members.add(time.atMs());
                members.add(member(time.micros()));
            });
            figures.add(new Figure.Times(keys.responseTimes(endpoint), members));
        }
        of.buckets.forEach((hour, buckets) -> {
            if (buckets.isEmpty()) {
                return;
            }
            var packed = PackedCounts.of(buckets);
            figures.add(new Figure.Counts(
                    keys.sketchOfHour(endpoint, hour), packed, PackedCounts.WIDTH_OF_HOUR, SKETCH_TTL.toMillis()));
            figures.add(
                    new Figure.Counts(keys.sketch(endpoint), packed, PackedCounts.WIDTH_OF_ALL_TIME, Figure.FOR_EVER));
        });
    }

    private void addSeries(List<Figure> figures, Tally tally) {
        tally.counts.forEach(
                (series, more) -> figures.add(new Figure.Total(keys.seriesCount(series), plain(more), seriesTtlMs)));
        tally.values.forEach((series, of) ->
                figures.add(new Figure.Buckets(keys.seriesValues(series), of.buckets, plain(of.sum), seriesTtlMs)));
        tally.gauges.forEach((of, change) -> figures.add(new Figure.Gauge(
                keys.seriesGauge(of.series()), of.instance(), plain(change.value()), change.relative())));
        tally.uniques.forEach((of, members) ->
                figures.add(new Figure.Uniques(keys.seriesUniques(of.series(), of.hour()), List.copyOf(members))));
    }

    private static Figure total(RedisKey key, long more) {
        return new Figure.Total(key, whole(more), Figure.FOR_EVER);
    }

    private static String whole(long number) {
        return Long.toString(number);
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** Reads as the milliseconds that it took, and is like no other: equal times must not overwrite each other. */
    private String member(long micros) {
        var member = new StringBuilder(24);
        appendMillis(member, micros);
        appendPadded(member, sequence.getAndIncrement() % SEQUENCE_MAX, SEQUENCE_MAX);
        return member.toString();
    }

    private static String millis(long micros) {
        var millis = new StringBuilder(16);
        appendMillis(millis, micros);
        return millis.toString();
    }

    private static void appendMillis(StringBuilder text, long micros) {
        text.append(micros / 1_000).append('.');
        appendPadded(text, micros % 1_000, 1_000);
    }

    /** With zeros before it, as many digits as the numbers below that power of ten have. */
    private static void appendPadded(StringBuilder text, long number, long below) {
        for (long power = below / 10; power > 1 && number < power; power /= 10) {
            text.append('0');
        }
        text.append(number);
    }
}
