package dev.hotstate.monitor.alert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;

/** Puts alerts where the deliveries take them from. */
@Singleton
public class AlertOutbox {

    private static final String[] NEWS = {Transition.OPENED.wire(), Transition.REOPENED.wire()};

    private final ObjectMapper json;

    AlertOutbox(ObjectMapper json) {
        this.json = json;
    }

    /**
     * News: one delivery for each enabled channel that the monitor's tags choose, in the transaction that changes the
     * incident. The same alert a second time changes nothing.
     *
     * @param muted record that nothing is told, because of maintenance
     * @return how many deliveries are new
     */
    public Uni<Integer> tell(SqlConnection transaction, Alert alert, boolean muted) {
        return enqueue(transaction, alert, muted, """
                select channel.id, $5::jsonb from channel
                where channel.enabled and (cardinality(channel.tags) = 0 or channel.tags && $6)""", alert.tags().toArray(String[]::new));
    }

    /**
     * What follows from news: for the channels that have them, whatever the tags are by now, and under the names that they
     * know.
     *
     * @param muted record that nothing is told, because the news were not told either
     * @return how many deliveries are new
     */
    public Uni<Integer> tellThoseWhoKnow(SqlConnection transaction, Alert alert, boolean muted) {
        return enqueue(transaction, alert, muted, """
                select distinct on (channel.id) channel.id, $5::jsonb || jsonb_build_object(
                           'monitorName', news.payload -> 'monitorName', 'target', news.payload -> 'target')
                from channel join alert_delivery news on news.channel_id = channel.id
                where channel.enabled and news.incident_id = $1
                  and split_part(news.transition, '-', 1) = any ($6) and (news.state = 'muted') = ($4 = 'muted')
                order by channel.id, news.id desc""", NEWS);
    }

    private Uni<Integer> enqueue(
            SqlConnection transaction, Alert alert, boolean muted, String receivers, String[] choice) {
        return transaction
                .preparedQuery("""
                        insert into alert_delivery (incident_id, transition, channel_id, monitor_id, state, next_attempt_at,
                                                    idempotency_key, payload, created_at)
                        select $1, $2, receiver.id, $3, $4, clock_timestamp(), $1 || ':' || $2 || ':' || receiver.id,
                               receiver.payload, clock_timestamp()
                        from (%s) as receiver (id, payload)
                        on conflict (idempotency_key) do nothing""".formatted(receivers))
                .execute(Tuple.of(
                        alert.incidentId(),
                        alert.transitionKey(),
                        alert.monitorId(),
                        muted ? "muted" : "pending",
                        payload(alert),
                        choice))
                .map(inserted -> inserted.rowCount());
    }

    /**
     * Sends what maintenance has held back of a transition.
     *
     * @return how many deliveries that are
     */
    public Uni<Integer> release(SqlConnection transaction, String incidentId, Transition transition, int round) {
        return transaction
                .preparedQuery("""
                        update alert_delivery set state = 'pending', next_attempt_at = clock_timestamp()
                        where incident_id = $1 and transition = $2 and state = 'muted'""")
                .execute(Tuple.of(incidentId, Alert.transitionKey(transition, round)))
                .map(released -> released.rowCount());
    }

    private JsonObject payload(Alert alert) {
        try {
            return new JsonObject(json.writeValueAsString(alert));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("An alert must be JSON", e);
        }
    }
}
