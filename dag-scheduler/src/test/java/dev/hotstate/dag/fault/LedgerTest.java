package dev.hotstate.dag.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.Jobs;
import dev.hotstate.dag.fault.Note.Kind;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.RandomJobs.Condition;
import dev.hotstate.dag.task.RandomJobs.Plan;
import dev.hotstate.dag.task.RandomJobs.PlannedJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A checker that finds nothing proves nothing. */
class LedgerTest {

    private static final Note A_TAKEN = new Note(Kind.TAKEN, 1, 2, "j.a", "1");
    private static final Note A_ENDING = new Note(Kind.ENDING, 3, 3, "j.a", "1");
    private static final Note A_COMPLETED = new Note(Kind.COMPLETED, 3, 4, "j.a", "1");
    private static final Note A_AGAIN = new Note(Kind.TAKEN, 5, 6, "j.a", "2");
    private static final Note B_TAKEN = new Note(Kind.TAKEN, 5, 6, "j.b", "3");

    @Test
    void what_may_happen_is_no_violation() {
        assertThat(violations(true, Map.of("j.a", 7L), A_TAKEN, A_ENDING, A_COMPLETED, B_TAKEN))
                .isEmpty();
    }

    @Test
    void a_child_before_its_parent_is_found() {
        assertThat(violations(true, Map.of(), B_TAKEN))
                .singleElement()
                .asString()
                .contains("begun before a");
    }

    @Test
    void a_task_that_postgres_knows_may_never_run_again() {
        assertThat(violations(false, Map.of("j.a", 4L), A_TAKEN, A_ENDING, A_COMPLETED, A_AGAIN))
                .hasSize(1);
    }

    @Test
    void an_accepted_task_may_run_again_only_if_redis_lost_it() {
        var notes = new Note[] {A_TAKEN, A_ENDING, A_COMPLETED, A_AGAIN};
        assertThat(violations(true, Map.of(), notes)).hasSize(1);
        assertThat(violations(false, Map.of(), notes)).isEmpty();
    }

    @Test
    void an_attempt_is_handed_out_once() {
        assertThat(violations(false, Map.of(), A_TAKEN, A_TAKEN)).hasSize(1);
    }

    @Test
    void two_accepted_completions_are_found() {
        assertThat(violations(true, Map.of(), A_TAKEN, A_ENDING, A_COMPLETED, A_COMPLETED))
                .hasSize(1);
    }

    private static List<String> violations(boolean redisKeepsAll, Map<String, Long> durableSince, Note... notes) {
        var plans = new LinkedHashMap<String, Plan>();
        plans.put("a", new Plan("a", List.of(), TriggerRule.ALL_SUCCESS, 0, 0, Condition.NONE));
        plans.put("b", new Plan("b", List.of("a"), TriggerRule.ALL_SUCCESS, 0, 0, Condition.NONE));
        var job = new PlannedJob("j", plans, Jobs.named("j").build());
        return new Ledger(Map.of("j", job), List.of(notes), durableSince, redisKeepsAll).violations();
    }
}
