package dev.hotstate.driver.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.DriverRecords;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.time.RedisClock;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an instance brings back alone: the worker of the service rests meanwhile. */
@QuarkusTest
class RebuildIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final GeoPoint BERGEN = new GeoPoint(60.3913, 5.3221);

    @Inject
    Database database;

    @Inject
    RedisRouter redis;

    @Inject
    Rebuild rebuild;

    @Inject
    RebuildWorker worker;

    @Inject
    Marks marks;

    @Inject
    RestoreStore store;

    @Inject
    Restoration restoration;

    @Inject
    DriverKeys keys;

    @Inject
    RebuildLog log;

    @Inject
    DriverRecords records;

    @BeforeEach
    void rest() {
        worker.stop(new ShutdownEvent());
    }

    @AfterEach
    void goOn() {
        worker.start(new StartupEvent());
    }

    /** It looks before anybody has asked Redis for the time: to its own clock everybody has been silent for an hour. */
    @Test
    void an_instance_whose_clock_is_ahead_brings_back_who_lives() {
        var ahead = new RedisClock(Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));
        var rebuild = new Rebuild(marks, store, restoration, keys, ahead, log);
        long driver = driver(Instant.now().plusSeconds(600));
        lose(rangeOf(driver));

        got(rebuild.watch());

        assertThat(got(records.find(driver))).isPresent();
        assertThat(got(marks.missing())).doesNotContain(rangeOf(driver));
    }

    @Test
    void what_redis_loses_while_it_is_brought_back_is_not_taken_for_built() {
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));
        got(marks.announce(List.of(range), "one"));
        lose(range);

        var lost = got(marks.set(List.of(range), "one"));

        assertThat(lost).containsExactly(range);
        assertThat(got(marks.missing())).contains(range);
    }

    @Test
    void who_ends_late_marks_nothing_that_somebody_else_is_building() {
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));
        lose(range);
        got(marks.announce(List.of(range), "one"));
        got(marks.announce(List.of(range), "two"));

        var lost = got(marks.set(List.of(range), "one"));

        assertThat(lost).containsExactly(range);
        assertThat(got(marks.missing())).contains(range);
    }

    @Test
    void what_was_built_is_marked_however_often_it_is_said() {
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));
        lose(range);
        got(marks.announce(List.of(range), "one"));
        got(marks.set(List.of(range), "one"));

        var lost = got(marks.set(List.of(range), "one"));

        assertThat(lost).isEmpty();
        assertThat(got(marks.missing())).doesNotContain(range);
    }

    @Test
    void ranges_that_another_process_serves_are_built_anew_once_and_no_others() {
        got(rebuild.watch());
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));
        int other = (range + 1) % DriverKeys.RANGES;
        var before = built(range);
        var otherBefore = built(other);

        edgesOf(range).forEach(edge -> builtBy("another process", edge));
        assertThat(got(marks.missing())).containsExactly(range);
        got(rebuild.watch());

        var after = built(range);
        assertThat(after).isNotEqualTo(before);
        assertThat(built(other)).isEqualTo(otherBefore);
        got(rebuild.watch());
        assertThat(built(range)).as("twice does nothing").isEqualTo(after);
    }

    @Test
    void one_edge_that_another_process_serves_is_enough() {
        got(rebuild.watch());
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));

        builtBy("another process", DriverKeys.lastSlotOf(range));

        assertThat(got(marks.missing())).containsExactly(range);
        got(rebuild.watch());
        assertThat(got(marks.missing())).isEmpty();
    }

    @Test
    void a_mark_of_a_version_that_named_no_process_is_made_anew() {
        got(rebuild.watch());
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));

        edgesOf(range)
                .forEach(edge -> got(redis.send(Command.of("SET")
                        .key(keys.built(edge))
                        .arg("1763640000000")
                        .idempotent())));

        assertThat(got(marks.missing())).containsExactly(range);
        got(rebuild.watch());
        assertThat(got(marks.missing())).isEmpty();
    }

    /** The file of a node that was restarted in its place has kept the word, but not all that was written after it. */
    @Test
    void a_word_that_was_said_to_another_process_marks_nothing() {
        int range = rangeOf(driver(Instant.now().plusSeconds(600)));
        lose(range);
        edgesOf(range)
                .forEach(edge -> got(redis.send(Command.of("SET")
                        .key(keys.building(edge))
                        .arg("one|another process")
                        .arg("PX")
                        .arg(60_000)
                        .idempotent())));

        assertThat(got(marks.set(List.of(range), "one"))).containsExactly(range);
        assertThat(got(marks.missing())).contains(range);
    }

    /** When, by its mark. */
    private String built(int range) {
        return got(redis.send(Command.of("HGET")
                        .key(keys.built(DriverKeys.firstSlotOf(range)))
                        .arg(ServerWord.RUN_ID)))
                .text();
    }

    private void builtBy(String process, int edge) {
        got(redis.send(Command.of("DEL").key(keys.built(edge)).idempotent()));
        got(redis.send(
                Command.of("HSET").key(keys.built(edge)).arg(process).arg(1).idempotent()));
    }

    /** As a node that comes back empty has neither. */
    private void lose(int range) {
        edgesOf(range)
                .forEach(edge -> got(redis.send(Command.of("DEL")
                        .key(keys.built(edge))
                        .key(keys.building(edge))
                        .idempotent())));
    }

    private static List<Integer> edgesOf(int range) {
        return List.of(DriverKeys.firstSlotOf(range), DriverKeys.lastSlotOf(range));
    }

    private int rangeOf(long driver) {
        return DriverKeys.rangeOf(keys.status(driver).slot());
    }

    /** As Postgres alone knows it. */
    private long driver(Instant heardUntil) {
        return got(database.query(
                        """
                        with made as (insert into driver (id, profile, version) values ($1, '{}', 1) returning number)
                        insert into driver_state (driver, status, reason, version, last_active_at, since, current_lat,
                                                  current_lon, position_at)
                        select number, 'AVAILABLE', '', $2, now(), now(), $3, $4, now() from made
                        returning driver""", "rebuild-" + UUID.randomUUID(), heardUntil.toEpochMilli(), BERGEN.lat(), BERGEN.lon()))
                .iterator()
                .next()
                .getLong("driver");
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
