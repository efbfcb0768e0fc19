package dev.hotstate.monitor.fault;

import static dev.hotstate.monitor.fault.FaultWorld.page;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.process.PackagedService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What runs and what is defined drift apart, and the instances at work bring them together again. */
@ExtendWith(FaultWorldExtension.class)
class DriftIT {

    private static final Duration PATIENCE = ofSeconds(60);

    /** What a crowded machine may add to a time of a few seconds. */
    private static final Duration SLACK = ofSeconds(4);

    private final String tag = FaultWorld.tag();
    private final Target target = new Target();
    private FaultWorld world;

    @BeforeEach
    void take(FaultWorld world) {
        this.world = world;
    }

    @AfterEach
    void cleanUp() {
        world.remove(tag);
        target.close();
    }

    @Test
    void what_was_lost_and_what_should_not_be_is_repaired_in_time() {
        var every = ofSeconds(3);
        repairs(
                world.run(2, Map.of("MONITOR_RECOVERY_COMPARE_EVERY", every.toString())),
                every.multipliedBy(2).plus(SLACK));
    }

    @Test
    @Tag("long")
    void what_was_lost_and_what_should_not_be_is_repaired_within_a_minute() {
        repairs(world.run(2), ofSeconds(60));
    }

    private void repairs(List<PackagedService> instances, Duration within) {
        await().atMost(PATIENCE)
                .until(() -> instances.stream()
                                .mapToDouble(instance -> instance.metric("hotstate_partition_owned"))
                                .sum()
                        == 64);
        var names = IntStream.range(0, 20)
                .mapToObj(n -> "page %d %s".formatted(n, tag))
                .toList();
        // Daily, so that no check puts anything right.
        var ids = FaultWorld.monitors(
                instances.getFirst(),
                tag,
                names.stream()
                        .map(name -> page(name, target.url("/"), ofDays(1), ofSeconds(5), 0))
                        .toList());
        await().atMost(PATIENCE).until(() -> names.stream().allMatch(name -> world.isScheduled(ids.get(name))));
        var unscheduled = ids.get(names.get(0));
        var undefined = ids.get(names.get(1));
        var forgotten = names.stream().skip(2).limit(10).map(ids::get).toList();
        var orphan = ids.get(names.getLast());

        world.forgetScore(unscheduled);
        world.forgetDefinition(undefined);
        forgotten.forEach(world::forgetScore);
        forgotten.forEach(world::forgetDefinition);
        world.deleteOnlyInPostgres(orphan);

        await().atMost(within)
                .pollInterval(ofMillis(50))
                .untilAsserted(() -> assertThat(ids.values())
                        .allSatisfy(id -> assertThat(world.isScheduled(id)).isEqualTo(!id.equals(orphan))));
    }
}
