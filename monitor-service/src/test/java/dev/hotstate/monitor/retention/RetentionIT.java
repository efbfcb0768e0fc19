package dev.hotstate.monitor.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.monitor.channel.ChannelRequests;
import dev.hotstate.monitor.platform.MonitorRows;
import dev.hotstate.monitor.platform.PublicId;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RetentionIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int OLD_DAYS = 500;

    @Inject
    RetentionWorker worker;

    @Inject
    Database database;

    @Inject
    MonitorRows monitors;

    @Inject
    PartitionOwnership ownership;

    @Inject
    Partitions partitions;

    private String monitor;
    private String channel;

    @BeforeEach
    void prepare() {
        monitor = monitors.disabled();
        // What waits for one that is not there is given up sooner or later, by those who deliver.
        channel = ChannelRequests.created("{\"kind\": \"webhook\", \"url\": \"http://127.0.0.1:9/\"}", "{}", monitor);
        await().atMost(PATIENCE).until(() -> ownership.owns(partitions.at(0)));
    }

    @AfterEach
    void cleanUp() {
        ChannelRequests.delete(channel);
    }

    @Test
    void an_incident_goes_with_its_timeline_when_it_has_been_over_for_long() {
        incident("old", OLD_DAYS, OLD_DAYS);
        incident("young", OLD_DAYS, 1);
        incident("open", OLD_DAYS, 0);

        run();

        assertThat(column("select id from incident where monitor_id = $1 order by id"))
                .containsExactly(monitor + "-open", monitor + "-young");
        assertThat(column("select incident_id from incident_event where incident_id like $1 || '%' order by 1"))
                .containsExactly(monitor + "-open", monitor + "-young");
    }

    @Test
    void deliveries_go_when_nobody_can_need_them_any_more() {
        incident("old", OLD_DAYS, OLD_DAYS);
        incident("open", OLD_DAYS, 0);
        deliveries("old", "sent", 1);
        deliveries("old", "dead", 1);
        deliveries("old", "muted", 1);
        deliveries("old", "pending", 1);
        deliveries("deleted", "sent", 1);
        deliveries("open", "sent", 1);

        run();

        assertThat(column("select incident_id || ' ' || state from alert_delivery where monitor_id = $1 order by 1"))
                .containsExactly(monitor + "-old pending", monitor + "-open sent");
    }

    @Test
    void more_than_one_statement_removes_go_as_well() {
        deliveries("deleted", "sent", RetentionWorker.ROWS_PER_STATEMENT + 1);

        run();

        assertThat(column("select id::text from alert_delivery where monitor_id = $1"))
                .isEmpty();
    }

    private void run() {
        worker.tick().await().atMost(PATIENCE);
    }

    /** @param resolvedDays how long ago it ended; 0: it is open */
    private void incident(String name, int openedDays, int resolvedDays) {
        sql("""
                insert into incident (id, monitor_id, first_failure_at, opened_at, resolved_at, reason, status_code, message, muted)
                select $1 || '-' || $2, $1, now() - make_interval(days => $3), now() - make_interval(days => $3),
                       case when $4 > 0 then now() - make_interval(days => $4) end, 'dns', 0, '', false""", monitor, name, openedDays, resolvedDays);
        sql(
                "insert into incident_event (incident_id, at, type) values ($1 || '-' || $2, now(), 'opened')",
                monitor,
                name);
    }

    private void deliveries(String incident, String state, int count) {
        sql("""
                insert into alert_delivery (incident_id, transition, channel_id, monitor_id, state, next_attempt_at,
                                            idempotency_key, payload, created_at)
                select $1 || '-' || $2, 'opened', $8, $1, $3, now() + interval '1 day', $4 || number, $6,
                       now() - make_interval(days => $7)
                from generate_series(1, $5) as number""", monitor, incident, state, PublicId.next("key"), count, new JsonObject(), OLD_DAYS, channel);
    }

    private List<String> column(String query) {
        return sql(query, monitor);
    }

    private List<String> sql(String statement, Object... parameters) {
        return database.query(statement, parameters).await().atMost(PATIENCE).stream()
                .map(row -> row.getString(0))
                .toList();
    }
}
