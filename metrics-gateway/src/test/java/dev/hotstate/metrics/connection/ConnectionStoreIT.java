package dev.hotstate.metrics.connection;

import static dev.hotstate.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.platform.MetricsFailure.TooManyInstances;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a cluster of its own: the numbers are those of all instances. */
class ConnectionStoreIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final Duration HOUR = Duration.ofHours(1);

    private MetricsFixture metrics;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void instances_add_up_and_the_most_is_kept() {
        var store = store(HOUR, 10);
        assertThat(report(store, "a", 5L, 0L, null)).isEqualTo(new ConnectionsView(5, 5, 5L));
        assertThat(report(store, "b", 7L, 2L, null)).isEqualTo(new ConnectionsView(10, 10, 5L));
        assertThat(report(store, "a", 0L, 4L, null)).isEqualTo(new ConnectionsView(6, 10, 1L));
        assertThat(report(store, "b", null, null, 20L)).isEqualTo(new ConnectionsView(21, 21, 20L));
        assertThat(report(store, "b", null, null, null)).isEqualTo(new ConnectionsView(21, 21, 20L));
        assertThat(report(store, "a", 0L, 100L, null).own()).isZero();
        assertThat(await(store.look())).isEqualTo(new ConnectionsView(20, 21, null));
        assertThat(number("current")).isEqualTo(20);
        assertThat(number("max_since_startup")).isEqualTo(21);
    }

    @Test
    void who_falls_silent_no_longer_counts_and_when_all_are_gone_the_most_begins_anew() {
        report(store(HOUR, 10), "a", null, null, 3L);
        report(store(Duration.ofMillis(300), 10), "b", null, null, 40L);

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(await(store(HOUR, 10).look()).current()).isEqualTo(3));
        assertThat(number("max_since_startup")).isEqualTo(43);

        report(store(Duration.ofMillis(1), 10), "a", null, null, 3L);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(await(store(HOUR, 10).look()).current()).isZero());
        assertThat(report(store(HOUR, 10), "c", 2L, null, null)).isEqualTo(new ConnectionsView(2, 2, 2L));
    }

    @Test
    void the_most_is_that_of_the_living_whoever_died_before_telling_it() {
        var store = store(HOUR, 10);
        report(store, "a", null, null, 40L);
        report(store, "a", null, null, 3L);
        // As one leaves it that died between counting and telling, or that told late what it knew before.
        metrics.send(Command.of("SET")
                .key(metrics.keys.connections("max_since_startup"))
                .arg(7));

        assertThat(await(store.look())).isEqualTo(new ConnectionsView(3, 40, null));
        assertThat(number("max_since_startup")).isEqualTo(40);
    }

    @Test
    void the_first_after_all_fell_silent_begins_the_most_anew_also_if_it_dies_before_telling_it() {
        report(store(Duration.ofMillis(1), 10), "a", null, null, 40L);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(await(store(HOUR, 10).look())).isEqualTo(new ConnectionsView(0, 40, null)));
        report(store(HOUR, 10), "b", null, null, 2L);
        metrics.send(Command.of("SET")
                .key(metrics.keys.connections("max_since_startup"))
                .arg(40));

        assertThat(await(store(HOUR, 10).look())).isEqualTo(new ConnectionsView(2, 2, null));
        assertThat(number("max_since_startup")).isEqualTo(2);
    }

    @Test
    void when_the_most_is_forgotten_it_begins_with_those_that_are_open() {
        var store = store(HOUR, 10);
        report(store, "a", null, null, 40L);
        report(store, "a", null, null, 3L);

        await(store.forgetMost());

        assertThat(await(store.look())).isEqualTo(new ConnectionsView(3, 3, null));
        assertThat(report(store, "a", 2L, null, null)).isEqualTo(new ConnectionsView(5, 5, 5L));
    }

    @Test
    void what_is_kept_of_the_living_goes_with_the_last_of_them() {
        report(store(HOUR, 10), "a", null, null, 3L);
        report(store(Duration.ofMillis(1), 10), "b", null, null, 4L);
        await(store(HOUR, 10).look());
        assertThat(metrics.send(Command.of("PTTL").key(metrics.keys.connectionsByInstance()))
                        .integer())
                .isBetween(1L, HOUR.toMillis());
    }

    @Test
    void more_instances_than_are_kept_are_refused() {
        var store = store(HOUR, 2);
        report(store, "a", 1L, null, null);
        report(store, "b", 1L, null, null);
        assertThatThrownBy(() -> report(store, "c", 1L, null, null)).isInstanceOf(TooManyInstances.class);
        assertThat(report(store, "a", 1L, null, null).current()).isEqualTo(3);
    }

    @Test
    void nothing_is_lost_when_all_report_at_once() {
        var store = store(HOUR, 100);
        await(Uni.join()
                .all(IntStream.range(0, 500)
                        .mapToObj(i -> store.report(new ConnectionReport("instance-" + i % 20, 3L, 1L, null)))
                        .toList())
                .andFailFast());
        assertThat(await(store.look()).current()).isEqualTo(1_000);
    }

    private static ConnectionsView report(
            ConnectionStore store, String instance, @Nullable Long opened, @Nullable Long closed, @Nullable Long open) {
        return await(store.report(new ConnectionReport(instance, opened, closed, open)));
    }

    private ConnectionStore store(Duration lifetime, int instancesMax) {
        return new ConnectionStore(
                metrics.router, metrics.scripts, metrics.keys, new TestConnections(lifetime, instancesMax));
    }

    private long number(String which) {
        return metrics.send(Command.of("GET").key(metrics.keys.connections(which)))
                .integer();
    }
}
