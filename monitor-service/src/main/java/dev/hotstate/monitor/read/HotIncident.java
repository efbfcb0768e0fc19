package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.connection.Reply;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The present outage of a monitor, as Redis has it; with an id, it is an incident. */
record HotIncident(
        Instant firstFailureAt, int failureCount, @Nullable String incidentId) {

    static final List<String> FIELDS =
            List.of("first_failure_at", "failure_count", "alerted", "incident_id", "resolved_at");

    /** Null where there is none, or where it is over and waits to be forgotten. */
    static @Nullable HotIncident read(Reply reply) {
        var values = reply.list();
        if (values.get(0).isNil() || !values.get(4).isNil()) {
            return null;
        }
        boolean alerted = !values.get(2).isNil();
        return new HotIncident(
                Instant.ofEpochMilli(values.get(0).integer()),
                values.get(1).isNil() ? 0 : (int) values.get(1).integer(),
                alerted && !values.get(3).isNil() ? values.get(3).text() : null);
    }
}
