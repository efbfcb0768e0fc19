package dev.hotstate.monitor.incident;

import static dev.hotstate.monitor.alert.Transition.OPENED;
import static dev.hotstate.monitor.alert.Transition.REOPENED;
import static dev.hotstate.monitor.alert.Transition.RESOLVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.probe.Reason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IncidentPolicyTest {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void the_first_opening_begins_an_incident() {
        assertThat(decide(entry(OPENED, "inc_a", 0), null, null)).isEqualTo(new IncidentChange.Open());
    }

    @Test
    void an_opening_that_is_known_changes_nothing() {
        var open = incident("inc_a", 0, null);

        assertThat(decide(entry(OPENED, "inc_a", 0), open, open)).isEqualTo(new IncidentChange.Nothing());
    }

    @Test
    void an_opening_under_a_new_id_goes_on_with_the_open_incident() {
        var open = incident("inc_a", 0, null);

        assertThat(decide(entry(OPENED, "inc_b", 60), null, open)).isEqualTo(new IncidentChange.Continue(open));
    }

    @Test
    void an_old_opening_does_not_revive_what_is_resolved() {
        var resolved = incident("inc_a", 0, 60);

        assertThat(decide(entry(OPENED, "inc_a", 0), resolved, null)).isEqualTo(new IncidentChange.Nothing());
    }

    @Test
    void a_failure_after_the_end_reopens() {
        var resolved = incident("inc_a", 0, 60);

        assertThat(decide(entry(REOPENED, "inc_a", 61), resolved, null)).isEqualTo(new IncidentChange.Reopen(resolved));
    }

    @Test
    void a_reopening_whose_opening_was_lost_begins_an_incident() {
        assertThat(decide(entry(REOPENED, "inc_a", 61), null, null)).isEqualTo(new IncidentChange.Open());
    }

    @Test
    void an_end_resolves_the_open_incident_whatever_redis_calls_it() {
        var open = incident("inc_a", 0, null);

        assertThat(decide(entry(RESOLVED, "inc_a", 60), open, open)).isEqualTo(new IncidentChange.Resolve(open));
        assertThat(decide(entry(RESOLVED, "inc_b", 60), null, open)).isEqualTo(new IncidentChange.Resolve(open));
    }

    @Test
    void an_end_does_not_overtake_the_opening_of_the_next_incident() {
        var next = incident("inc_b", 120, null);

        assertThat(decide(entry(RESOLVED, "inc_a", 60), incident("inc_a", 0, 60), next))
                .isEqualTo(new IncidentChange.Nothing());
    }

    @Test
    void an_end_without_a_beginning_is_kept_for_the_record() {
        assertThat(decide(entry(RESOLVED, "inc_a", 60), null, null)).isEqualTo(new IncidentChange.Record());
    }

    private static IncidentChange decide(TransitionEntry entry, @Nullable Incident same, @Nullable Incident open) {
        return IncidentPolicy.decide(entry, Optional.ofNullable(same), Optional.ofNullable(open));
    }

    private static TransitionEntry entry(Transition type, String incident, int second) {
        return new TransitionEntry(
                "1-" + second, type, "mon_a", incident, NOON.plusSeconds(second), NOON, Reason.STATUS, 500, "");
    }

    private static Incident incident(String id, int openedSecond, @Nullable Integer resolvedSecond) {
        return new Incident(
                id,
                "mon_a",
                NOON,
                NOON.plusSeconds(openedSecond),
                resolvedSecond == null ? null : NOON.plusSeconds(resolvedSecond),
                Reason.STATUS,
                500,
                "",
                0,
                false,
                0,
                null,
                null);
    }
}
