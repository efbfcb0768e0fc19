package dev.hotstate.monitor.schedule;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.monitor.platform.PublicId;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulePolicyTest {

    /** Another one would move every monitor of every installation. */
    private static final long PHASE_THAT_MUST_NEVER_CHANGE = 28841;

    private static final Instant NOW = Instant.parse("2026-11-18T12:34:56.789Z");

    @Test
    void the_next_point_is_after_now_and_no_further_than_the_interval() {
        for (var interval : new Duration[] {ofSeconds(1), ofSeconds(7), ofSeconds(60), ofDays(1)}) {
            var next = SchedulePolicy.next("mon_a", interval, NOW);

            assertThat(Duration.between(NOW, next)).isPositive().isLessThanOrEqualTo(interval);
        }
    }

    @Test
    void a_point_of_the_grid_is_followed_by_the_next_one() {
        var point = SchedulePolicy.next("mon_a", ofSeconds(60), NOW);

        assertThat(SchedulePolicy.next("mon_a", ofSeconds(60), point)).isEqualTo(point.plusSeconds(60));
        assertThat(SchedulePolicy.next("mon_a", ofSeconds(60), point.minusMillis(1)))
                .isEqualTo(point);
    }

    @Test
    void the_grid_is_the_same_whenever_and_wherever_it_is_asked_for() {
        var points = IntStream.range(0, 50)
                .mapToObj(n -> SchedulePolicy.next("mon_a", ofSeconds(60), NOW.plusSeconds(n)))
                .distinct();

        assertThat(points).hasSizeBetween(1, 2);
        assertThat(SchedulePolicy.phase("mon_k3v5rj2qy7xw4mzt6abc", ofSeconds(60)))
                .isEqualTo(ofMillis(PHASE_THAT_MUST_NEVER_CHANGE));
    }

    @ParameterizedTest
    @ValueSource(longs = {5_000, 60_000, 3_600_000})
    void a_hundred_thousand_monitors_spread_evenly(long intervalMillis) {
        assertSpread(Stream.generate(() -> PublicId.next("mon")).limit(100_000), intervalMillis, 100, 1.2);
    }

    @Test
    void the_monitors_of_one_partition_spread_evenly_too() {
        var partitions = Partitions.lettered('m');
        assertSpread(
                Stream.generate(() -> PublicId.next("mon"))
                        .filter(id -> partitions.of(id).number() == 5)
                        .limit(5_000),
                64_000,
                10,
                1.25);
    }

    private static void assertSpread(Stream<String> ids, long intervalMillis, int slices, double peakToMean) {
        var counts = new int[slices];
        ids.forEach(id -> counts[
                (int) (SchedulePolicy.phase(id, ofMillis(intervalMillis)).toMillis() * slices / intervalMillis)]++);
        double mean = IntStream.of(counts).average().orElseThrow();
        assertThat(IntStream.of(counts).max().orElseThrow() / mean).isLessThan(peakToMean);
    }
}
