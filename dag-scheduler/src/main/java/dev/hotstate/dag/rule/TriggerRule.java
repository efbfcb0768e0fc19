package dev.hotstate.dag.rule;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Locale;

/** When the ends of its parents let a task run. Names and meanings are Airflow's. */
public enum TriggerRule {
    /** All parents completed. */
    @JsonProperty("all_success")
    ALL_SUCCESS('S'),
    /** All parents ended, however. */
    @JsonProperty("all_done")
    ALL_DONE('D'),
    /** One parent completed; does not wait for the others. */
    @JsonProperty("one_success")
    ONE_SUCCESS('O'),
    /** One parent failed; does not wait for the others. */
    @JsonProperty("one_failed")
    ONE_FAILED('F'),
    /** All parents ended and none failed. */
    @JsonProperty("none_failed")
    NONE_FAILED('N'),
    /** Does not wait for anything. */
    @JsonProperty("always")
    ALWAYS('A');

    private final char letter;

    TriggerRule(char letter) {
        this.letter = letter;
    }

    /** How packed states write it. */
    public char letter() {
        return letter;
    }

    /** How requests and tables write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static TriggerRule ofLetter(char letter) {
        return Arrays.stream(values())
                .filter(rule -> rule.letter == letter)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no trigger rule is written " + letter));
    }
}
