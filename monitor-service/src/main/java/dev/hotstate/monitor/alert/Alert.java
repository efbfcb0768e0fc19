package dev.hotstate.monitor.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.hotstate.monitor.probe.Reason;
import java.time.Instant;
import java.util.List;

/**
 * What is told about a transition of an incident. Stored with the delivery, so that what arrives late still speaks of then.
 *
 * <p>Stays readable when it has grown: an older instance may deliver what a newer one has stored.
 *
 * @param round          tells apart what may happen to one incident several times: how often it was reopened before, for a
 *                       reminder its number. Must be the same when the same transition is reported again
 * @param target         what is monitored, as people call it
 * @param tags           of the monitor: they choose the channels
 * @param firstFailureAt when the outage began
 * @param at             when the transition happened
 * @param statusCode     of the last check; 0 when there was none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Alert(
        Transition transition,
        int round,
        String incidentId,
        String monitorId,
        String monitorName,
        String target,
        List<String> tags,
        Instant firstFailureAt,
        Instant at,
        Reason reason,
        int statusCode,
        String message) {

    public Alert {
        tags = List.copyOf(tags);
    }

    /** The transition, with its round from the second on: {@code resolved}, {@code resolved-1}. */
    String transitionKey() {
        return transitionKey(transition, round);
    }

    static String transitionKey(Transition transition, int round) {
        return round == 0 ? transition.wire() : transition.wire() + "-" + round;
    }
}
