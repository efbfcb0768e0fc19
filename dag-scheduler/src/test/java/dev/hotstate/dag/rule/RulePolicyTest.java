package dev.hotstate.dag.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulePolicyTest {

    /** Each row: ok, failed, skipped of three parents, then what each rule says. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # ok failed skipped  all_success  all_done  one_success  one_failed  none_failed  always
            0,   0,     0,       WAIT,        WAIT,     WAIT,        WAIT,       WAIT,        RUN
            1,   0,     0,       WAIT,        WAIT,     RUN,         WAIT,       WAIT,        RUN
            0,   1,     0,       WAIT,        WAIT,     WAIT,        RUN,        WAIT,        RUN
            0,   0,     1,       WAIT,        WAIT,     WAIT,        WAIT,       WAIT,        RUN
            3,   0,     0,       RUN,         RUN,      RUN,         SKIP,       RUN,         RUN
            2,   1,     0,       SKIP_FAILED, RUN,      RUN,         RUN,        SKIP_FAILED, RUN
            2,   0,     1,       SKIP,        RUN,      RUN,         SKIP,       RUN,         RUN
            1,   1,     1,       SKIP_FAILED, RUN,      RUN,         RUN,        SKIP_FAILED, RUN
            0,   3,     0,       SKIP_FAILED, RUN,      SKIP_FAILED, RUN,        SKIP_FAILED, RUN
            0,   0,     3,       SKIP,        RUN,      SKIP,        SKIP,       RUN,         RUN
            """)
    void a_rule_looks_at_how_parents_ended(
            int ok,
            int failed,
            int skipped,
            Decision allSuccess,
            Decision allDone,
            Decision oneSuccess,
            Decision oneFailed,
            Decision noneFailed,
            Decision always) {
        var tallies = new Tallies(ok, failed, skipped, 3);

        assertThat(RulePolicy.decide(TriggerRule.ALL_SUCCESS, tallies)).isEqualTo(allSuccess);
        assertThat(RulePolicy.decide(TriggerRule.ALL_DONE, tallies)).isEqualTo(allDone);
        assertThat(RulePolicy.decide(TriggerRule.ONE_SUCCESS, tallies)).isEqualTo(oneSuccess);
        assertThat(RulePolicy.decide(TriggerRule.ONE_FAILED, tallies)).isEqualTo(oneFailed);
        assertThat(RulePolicy.decide(TriggerRule.NONE_FAILED, tallies)).isEqualTo(noneFailed);
        assertThat(RulePolicy.decide(TriggerRule.ALWAYS, tallies)).isEqualTo(always);
    }

    @ParameterizedTest
    @CsvSource({"ALL_SUCCESS", "ALL_DONE", "ONE_SUCCESS", "ONE_FAILED", "NONE_FAILED", "ALWAYS"})
    void a_task_without_parents_runs_whatever_its_rule(TriggerRule rule) {
        assertThat(RulePolicy.decide(rule, Tallies.none(0))).isEqualTo(Decision.RUN);
    }
}
