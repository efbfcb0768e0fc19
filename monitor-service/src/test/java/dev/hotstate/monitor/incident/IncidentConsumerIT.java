package dev.hotstate.monitor.incident;

import static dev.hotstate.monitor.incident.IncidentWorld.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.stream.StreamEntry;
import dev.hotstate.monitor.alert.AlertOutbox;
import dev.hotstate.monitor.maintenance.MaintenanceCalendar;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.PublicId;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class IncidentConsumerIT {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Inject
    IncidentWorld world;

    @Inject
    IncidentConsumer consumer;

    @Inject
    AlertFollowUp followUp;

    @Inject
    IncidentStore store;

    @Inject
    IncidentMetrics metrics;

    @Inject
    MaintenanceCalendar calendar;

    @Inject
    AlertOutbox outbox;

    @Inject
    Database database;

    @Inject
    Vertx vertx;

    @Inject
    MonitorKeys keys;

    @Inject
    Pool postgres;

    @Test
    void an_opened_incident_is_told_once_per_channel() {
        var monitor = world.monitor();
        world.channel(monitor);
        world.channel(monitor);
        world.channel("another-tag");

        take(world.entry("opened", monitor, "inc_" + monitor, NOON));

        assertThat(world.incidents(monitor)).containsExactly("inc_" + monitor + " open");
        assertThat(world.deliveries(monitor)).containsExactly("opened told", "opened told");
    }

    @Test
    void a_transition_that_comes_twice_changes_nothing_the_second_time() {
        var monitor = world.monitor();
        world.channel(monitor);
        var opened = world.entry("opened", monitor, "inc_" + monitor, NOON);
        var resolved = world.entry("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(60));
        take(opened, resolved);

        take(opened, resolved);

        assertThat(world.incidents(monitor)).containsExactly("inc_" + monitor + " resolved");
        assertThat(world.timeline(monitor)).containsExactly("opened", "resolved");
        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
    }

    @Test
    void two_consumers_of_the_same_entries_at_the_same_time_record_them_once() {
        var monitor = world.monitor();
        world.channel(monitor);
        var batch = List.of(
                world.entry("opened", monitor, "inc_" + monitor, NOON),
                world.entry("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(1)),
                world.entry("reopened", monitor, "inc_" + monitor, NOON.plusSeconds(2)));

        Uni.join()
                .all(IntStream.range(0, 6)
                        .mapToObj(i -> consumer.handle(keys.partitionOf(monitor), batch))
                        .toList())
                .andFailFast()
                .await()
                .atMost(PATIENCE);

        assertThat(world.incidents(monitor)).containsExactly("inc_" + monitor + " open");
        assertThat(world.timeline(monitor)).containsExactly("opened", "resolved", "reopened");
        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told", "reopened told");
    }

    @Test
    void of_several_incidents_that_begin_at_the_same_time_one_is_open() {
        var monitor = world.monitor();
        world.channel(monitor);

        Uni.join()
                .all(IntStream.range(0, 6)
                        .mapToObj(i -> consumer.handle(
                                keys.partitionOf(monitor),
                                List.of(world.entry("opened", monitor, "inc_" + i + monitor, NOON))))
                        .toList())
                .andFailFast()
                .await()
                .atMost(PATIENCE);

        assertThat(world.incidents(monitor)).hasSize(1).allMatch(incident -> incident.endsWith(" open"));
        assertThat(world.deliveries(monitor)).containsExactly("opened told");
    }

    @Test
    void postgres_itself_refuses_a_second_open_incident() {
        var monitor = world.monitor();
        openIncident("inc_1" + monitor, monitor);

        assertThatThrownBy(() -> openIncident("inc_2" + monitor, monitor)).hasStackTraceContaining("incident_open");

        world.sql("update incident set resolved_at = now() where monitor_id = $1", monitor);
        openIncident("inc_2" + monitor, monitor);
        assertThat(world.incidents(monitor)).hasSize(2);
    }

    private void openIncident(String id, String monitor) {
        world.sql("""
                insert into incident (id, monitor_id, first_failure_at, opened_at, reason, status_code, message, muted)
                values ($1, $2, now(), now(), 'status', 503, '', false)""", id, monitor);
    }

    /** Whoever wrote it, an old version perhaps: the partition must go on, and people must hear of it. */
    @Test
    void text_that_postgres_would_refuse_holds_up_nobody() {
        var monitor = world.monitor();
        world.channel(monitor);
        var opened = world.entry("opened", monitor, "inc_" + monitor, NOON);
        var fields = new HashMap<>(opened.fields());
        fields.put("message", "said\0 \ud83d\nand more\ud83d");

        take(
                new StreamEntry(opened.id(), fields),
                world.entry("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(1)));

        assertThat(world.incidents(monitor)).containsExactly("inc_" + monitor + " resolved");
        assertThat(world.sql("select message from incident where monitor_id = $1", monitor))
                .extracting(row -> row.getString("message"))
                .containsExactly("said  ? and more?");
        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
    }

    @Test
    void flapping_tells_every_turn_once_under_its_own_key() {
        var monitor = world.monitor();
        world.channel(monitor);
        var incident = "inc_" + monitor;
        take(world.entry("opened", monitor, incident, NOON));
        for (int turn = 1; turn <= 3; turn++) {
            take(
                    world.entry("resolved", monitor, incident, NOON.plusSeconds(20 * turn)),
                    world.entry("reopened", monitor, incident, NOON.plusSeconds(20 * turn + 10)));
        }

        take(world.entry("resolved", monitor, incident, NOON.plusSeconds(300)));

        assertThat(world.incidents(monitor)).containsExactly(incident + " resolved");
        assertThat(world.deliveries(monitor))
                .containsExactly(
                        "opened told",
                        "resolved told",
                        "reopened told",
                        "resolved-1 told",
                        "reopened-1 told",
                        "resolved-2 told",
                        "reopened-2 told",
                        "resolved-3 told");
    }

    @Test
    void the_end_is_told_to_those_who_heard_of_the_beginning_and_under_the_same_name() {
        var monitor = world.monitor();
        world.channel(monitor);
        take(world.entry("opened", monitor, "inc_" + monitor, NOON));
        world.rename(monitor, "another name", "another-tag-of-" + monitor);
        world.channel("another-tag-of-" + monitor);

        take(world.entry("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(60)));

        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
        assertThat(world.toldNames(monitor)).hasSize(1);
    }

    @Test
    void the_end_of_a_monitor_that_is_deleted_while_it_is_down_is_told() {
        var monitor = world.monitor();
        world.channel(monitor);
        take(world.entry("opened", monitor, "inc_" + monitor, NOON));

        world.delete(monitor);

        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
        assertThat(world.incidents(monitor)).isEmpty();
    }

    @Test
    void redis_forgets_an_incident_only_if_it_is_still_resolved() {
        var over = world.monitor();
        var goingOn = world.monitor();
        world.hotIncident(over, "inc_" + over, true);
        world.hotIncident(goingOn, "inc_" + goingOn, false);

        take(
                world.entry("opened", over, "inc_" + over, NOON),
                world.entry("opened", goingOn, "inc_" + goingOn, NOON),
                world.entry("resolved", over, "inc_" + over, NOON.plusSeconds(1)),
                world.entry("resolved", goingOn, "inc_" + goingOn, NOON.plusSeconds(1)));

        assertThat(world.isHot(over)).isFalse();
        assertThat(world.isHot(goingOn)).isTrue();
    }

    @Test
    void an_outage_that_redis_forgot_and_found_again_is_the_same_one() {
        var monitor = world.monitor();
        world.channel(monitor);
        take(world.entry("opened", monitor, "inc_before-" + monitor, NOON));

        take(
                world.entry("opened", monitor, "inc_after-" + monitor, NOON.plusSeconds(60)),
                world.entry("resolved", monitor, "inc_after-" + monitor, NOON.plusSeconds(90)));

        assertThat(world.incidents(monitor)).containsExactly("inc_before-" + monitor + " resolved");
        assertThat(world.timeline(monitor)).containsExactly("opened", "continued", "resolved");
        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
    }

    @Test
    void an_end_whose_beginning_was_lost_is_recorded_and_told_to_nobody() {
        var monitor = world.monitor();
        world.channel(monitor);

        take(world.entry("resolved", monitor, "inc_" + monitor, NOON));

        assertThat(world.incidents(monitor)).containsExactly("inc_" + monitor + " resolved");
        assertThat(world.deliveries(monitor)).isEmpty();
    }

    @Test
    void what_can_not_be_read_or_has_no_monitor_does_not_stop_the_others() {
        var monitor = world.monitor();

        take(
                new StreamEntry("1-1", Map.of("type", "nonsense")),
                world.entry("opened", PublicId.next("mon"), "inc_of-nothing", NOON),
                world.entry("opened", monitor, "inc_" + monitor, NOON));

        assertThat(world.incidents(monitor)).containsExactly("inc_" + monitor + " open");
    }

    @Test
    void what_was_down_before_during_and_after_maintenance_is_not_told_again() {
        var monitor = world.monitor();
        world.channel(monitor);
        take(world.entry("opened", monitor, "inc_" + monitor, Instant.now()));

        world.maintenance(monitor, Instant.now(), Instant.now().plusSeconds(600));
        tickFollowUp();
        world.endMaintenanceOf(monitor);
        tickFollowUp();

        assertThat(world.deliveries(monitor)).containsExactly("opened told");
    }

    @Test
    void an_outage_that_begins_and_ends_in_maintenance_is_told_to_nobody() {
        var monitor = world.monitor();
        world.channel(monitor);
        var now = Instant.now();
        world.maintenance(monitor, now, now.plusSeconds(600));

        take(
                world.entry("opened", monitor, "inc_" + monitor, now.plusSeconds(1)),
                world.entry("resolved", monitor, "inc_" + monitor, now.plusSeconds(2)));
        tickFollowUp();

        assertThat(world.deliveries(monitor)).containsExactly("opened muted", "resolved muted");
        assertThat(world.timeline(monitor)).containsExactly("opened", "resolved");
    }

    @Test
    void an_outage_that_outlasts_its_maintenance_is_told_when_the_window_ends_and_only_once() {
        var monitor = world.monitor();
        world.channel(monitor);
        var now = Instant.now();
        world.maintenance(monitor, now.minusSeconds(60), now.plusSeconds(600));
        take(world.entry("opened", monitor, "inc_" + monitor, now.minusSeconds(1)));
        tickFollowUp();
        assertThat(world.deliveries(monitor)).containsExactly("opened muted");

        world.endMaintenanceOf(monitor);
        Uni.join()
                .all(followUp.tick(), followUp.tick(), followUp.tick())
                .andFailFast()
                .await()
                .atMost(PATIENCE);
        tickFollowUp();

        assertThat(world.deliveries(monitor)).containsExactly("opened told");
        assertThat(world.timeline(monitor)).containsExactly("opened", "unmuted");
    }

    @Test
    void who_was_told_that_it_is_down_hears_of_the_end_also_in_maintenance() {
        var monitor = world.monitor();
        world.channel(monitor);
        var now = Instant.now();
        take(world.entry("opened", monitor, "inc_" + monitor, now));
        world.maintenance(monitor, now, now.plusSeconds(600));

        take(world.entry("resolved", monitor, "inc_" + monitor, now.plusSeconds(1)));

        assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
    }

    @Test
    void who_is_told_is_reminded_until_somebody_acknowledges() {
        var monitor = world.monitor();
        world.channel(monitor);
        var opened = Instant.now().minusSeconds(7200);
        take(world.entry("opened", monitor, "inc_" + monitor, opened));
        var reminding = new AlertFollowUp(
                store, calendar, outbox, database, new EveryHour(1_000), metrics, Clock.systemUTC(), vertx);

        Uni.join().all(reminding.tick(), reminding.tick()).andFailFast().await().atMost(PATIENCE);
        reminding.tick().await().atMost(PATIENCE);

        assertThat(world.deliveries(monitor)).containsExactly("opened told", "reminder-1 told");
        world.sql("update incident set reminded_at = now() - interval '2 hours' where monitor_id = $1", monitor);
        reminding.tick().await().atMost(PATIENCE);
        assertThat(world.deliveries(monitor)).hasSize(3).endsWith("reminder-2 told");
        world.sql(
                "update incident set reminded_at = now() - interval '2 hours', acknowledged_at = now() where monitor_id = $1",
                monitor);
        reminding.tick().await().atMost(PATIENCE);
        assertThat(world.deliveries(monitor)).hasSize(3);
    }

    @Test
    void a_monitor_may_have_reminders_of_its_own_or_none() {
        var usual = monitorRemindedEvery("null");
        var often = monitorRemindedEvery("600000");
        var never = monitorRemindedEvery("0");
        var reminding = new AlertFollowUp(
                store, calendar, outbox, database, new EveryHour(1_000), metrics, Clock.systemUTC(), vertx);

        reminding.tick().await().atMost(PATIENCE);

        assertThat(world.deliveries(usual)).containsExactly("opened told");
        assertThat(world.deliveries(often)).containsExactly("opened told", "reminder-1 told");
        assertThat(world.deliveries(never)).containsExactly("opened told");
        world.sql("update incident set opened_at = opened_at - interval '1 day' where monitor_id = any($1)", (Object)
                new String[] {usual, never});
        reminding.tick().await().atMost(PATIENCE);
        assertThat(world.deliveries(usual)).containsExactly("opened told", "reminder-1 told");
        assertThat(world.deliveries(never)).containsExactly("opened told");
    }

    /** Its incident is open for half an hour. */
    private String monitorRemindedEvery(String millis) {
        var monitor = world.monitor();
        world.channel(monitor);
        world.sql("update monitor set remind_every_ms = " + millis + " where id = $1", monitor);
        take(world.entry("opened", monitor, "inc_" + monitor, Instant.now().minusSeconds(1_800)));
        return monitor;
    }

    private record EveryHour(int followUpPage) implements IncidentConfig {

        @Override
        public Optional<Duration> reminderInterval() {
            return Optional.of(Duration.ofHours(1));
        }

        @Override
        public Duration followUpInterval() {
            return Duration.ofSeconds(5);
        }

        @Override
        public Duration keep() {
            return Duration.ofDays(400);
        }
    }

    @Test
    void those_that_a_long_maintenance_mutes_do_not_stand_before_the_others() {
        var now = Instant.now();
        var muted = IntStream.range(0, 3).mapToObj(i -> mutedMonitor(now)).toList();
        var over = mutedMonitor(now);
        world.endMaintenanceOf(over);
        var onePerPage = new AlertFollowUp(
                store, calendar, outbox, database, new EveryHour(1), metrics, Clock.systemUTC(), vertx);

        onePerPage.tick().await().atMost(PATIENCE);

        assertThat(world.deliveries(over)).containsExactly("opened told");
        assertThat(muted)
                .allSatisfy(monitor -> assertThat(world.deliveries(monitor)).containsExactly("opened muted"));
    }

    private String mutedMonitor(Instant now) {
        var monitor = world.monitor();
        world.channel(monitor);
        world.maintenance(monitor, now.minusSeconds(60), now.plusSeconds(600));
        take(world.entry("opened", monitor, "inc_" + monitor, now.minusSeconds(1)));
        return monitor;
    }

    @Test
    void the_stream_of_a_partition_is_consumed_in_order_by_its_owner() {
        var monitor = world.monitor();
        world.channel(monitor);
        world.hotIncident(monitor, "inc_" + monitor, true);

        world.append("opened", monitor, "inc_" + monitor, NOON);
        world.append("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(1));

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told");
            assertThat(world.isHot(monitor)).isFalse();
        });
    }

    @Test
    void what_happens_while_postgres_answers_nothing_is_recorded_afterwards() {
        var monitor = world.monitor();
        world.channel(monitor);
        var connection = postgres.getConnection().await().atMost(PATIENCE);
        var hung = connection.begin().await().atMost(PATIENCE);
        connection.query("lock table incident in access exclusive mode").executeAndAwait();
        var since = Instant.now();

        world.append("opened", monitor, "inc_" + monitor, NOON);
        world.append("resolved", monitor, "inc_" + monitor, NOON.plusSeconds(1));
        // Longer than any deadline: what was under way fails and is taken again.
        await().atMost(PATIENCE).until(() -> since.until(Instant.now(), ChronoUnit.SECONDS) >= 5);
        hung.rollback().await().atMost(PATIENCE);
        connection.close().await().atMost(PATIENCE);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(world.deliveries(monitor)).containsExactly("opened told", "resolved told"));
        assertThat(world.timeline(monitor)).containsExactly("opened", "resolved");
    }

    private void take(StreamEntry... entries) {
        consumer.handle(keys.partitionOf("any"), List.of(entries)).await().atMost(PATIENCE);
    }

    private void tickFollowUp() {
        followUp.tick().await().atMost(PATIENCE);
    }
}
