package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is told too much notices. */
class AlertsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant BEGIN = Instant.parse("2026-11-19T12:00:00Z");

    private final Alerts alerts = new Alerts();
    private int second;

    @Test
    void one_alert_of_each_beginning_and_each_end_is_as_it_should_be() {
        told("k1", "opened", "shop", "inc-1", 0);
        told("k2", "resolved", "shop", "inc-1", 0);
        told("k3", "reopened", "shop", "inc-1", 1);
        told("k4", "reminder", "shop", "inc-1", 1);

        assertThat(alerts.doubles()).isEmpty();
        assertThat(alerts.down()).containsExactly("shop");
        assertThat(alerts.repeated()).isZero();
    }

    @Test
    void the_same_under_the_same_key_is_the_same_alert_once_more() {
        told("k1", "opened", "shop", "inc-1", 0);
        told("k1", "opened", "shop", "inc-1", 0);

        assertThat(alerts.doubles()).isEmpty();
        assertThat(alerts.repeated()).isEqualTo(1);
    }

    @Test
    void the_same_under_another_key_is_one_too_many() {
        told("k1", "opened", "shop", "inc-1", 0);
        told("k2", "opened", "shop", "inc-1", 0);

        assertThat(alerts.doubles()).containsExactly("incident.opened of inc-1, round 0 was told 2 times");
    }

    @Test
    void a_second_beginning_before_the_end_of_the_first_is_one_too_many() {
        told("k1", "opened", "shop", "inc-1", 0);
        told("k2", "opened", "news", "inc-2", 0);
        told("k3", "opened", "shop", "inc-3", 0);

        assertThat(alerts.doubles())
                .containsExactly(
                        "incident.opened of inc-3, round 0 was told before the end of incident.opened of inc-1, round 0");
    }

    @Test
    void it_does_not_matter_in_which_order_they_arrive() {
        var first = alert("opened", "shop", "inc-1", 0);
        var end = alert("resolved", "shop", "inc-1", 0);
        var second = alert("opened", "shop", "inc-2", 0);
        alerts.note("k3", second);
        alerts.note("k1", first);
        alerts.note("k2", end);

        assertThat(alerts.doubles()).isEmpty();
        assertThat(alerts.down()).containsExactly("shop");
    }

    @Test
    void an_outage_that_was_none_is_a_false_alarm_also_once_it_has_ended() {
        told("k1", "opened", "news", "inc-1", 0);
        told("k2", "resolved", "news", "inc-1", 0);
        var since = BEGIN.plusSeconds(second);
        told("k3", "opened", "shop", "inc-2", 0);
        told("k4", "opened", "news", "inc-3", 0);
        told("k5", "resolved", "news", "inc-3", 0);

        assertThat(alerts.falseAlarms(since, Set.of("shop")))
                .singleElement()
                .asString()
                .contains("inc-3");
    }

    private void told(String key, String type, String monitor, String incident, int round) {
        alerts.note(key, alert(type, monitor, incident, round));
    }

    private JsonNode alert(String type, String monitor, String incident, int round) {
        try {
            return JSON.readTree("""
                    {"type": "incident.%s",
                     "data": {"monitorId": "%s", "incidentId": "%s", "round": %d, "at": "%s"}}""".formatted(type, monitor, incident, round, BEGIN.plusSeconds(second++)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
