package dev.hotstate.dag.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.rule.TriggerRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskStateTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P|0|-|0|0;0,0,0/2;S|mail|5|3|1000|60000|30000|0|0|-",
                "A|1789000000000001|R|1|2;2,0,0/2;D|mail|9|3|1000|60000|30000|60000|1789000000000|pco",
                "S|0|F|0|0;0,1,0/1;N|mail|0|0|1|1|1000|0|0|c"
            })
    void a_packed_state_survives_reading_and_writing(String packed) {
        assertThat(TaskState.parse(packed).packed()).isEqualTo(packed);
    }

    @Test
    void a_new_task_is_pending() {
        var spec = new TaskSpec(TriggerRule.ALL_SUCCESS, "mail", 5, 3, 1_000, 60_000, 30_000, 0, 0, true, false);

        assertThat(TaskState.pending(spec, 2).packed())
                .isEqualTo("P|0|-|0|0;0,0,0/2;S|mail|5|3|1000|60000|30000|0|0|p");
    }

    @Test
    void its_ticket_survives_reading_and_writing() {
        var state = TaskState.parse("A|0|-|1|0;2,0,0/2;S|mail|5|3|1000|60000|30000|60000|0|po");
        var ticket = state.ticket(new TaskId("invoice", "send"));

        assertThat(ticket).hasToString("invoice.send|mail|5|30000|60000|1|po");
        assertThat(Ticket.parse(ticket.toString())).isEqualTo(ticket);
    }

    @Test
    void what_is_no_state_is_refused() {
        assertThatThrownBy(() -> TaskState.parse("P|0")).hasMessageContaining("P|0");
        assertThatThrownBy(() -> Ticket.parse("x|y")).hasMessageContaining("x|y");
    }
}
