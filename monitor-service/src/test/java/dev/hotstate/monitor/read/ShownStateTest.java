package dev.hotstate.monitor.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.result.MonitorState;
import org.junit.jupiter.api.Test;

class ShownStateTest {

    @Test
    void what_redis_does_not_say_is_unknown_and_never_up() {
        assertThat(ShownState.of(true, false, null)).isEqualTo(ShownState.UNKNOWN);
    }

    @Test
    void the_states_of_the_engine_are_shown_as_they_are() {
        for (var state : MonitorState.values()) {
            assertThat(ShownState.of(true, false, state).wire()).isEqualTo(state.wire());
        }
    }

    @Test
    void maintenance_covers_every_state_and_a_disabled_monitor_is_just_that() {
        assertThat(ShownState.of(true, true, MonitorState.DOWN)).isEqualTo(ShownState.MAINTENANCE);
        assertThat(ShownState.of(false, true, MonitorState.DOWN)).isEqualTo(ShownState.PAUSED);
    }
}
