package dev.hotstate.dag.rule;

import static dev.hotstate.dag.rule.Decision.RUN;
import static dev.hotstate.dag.rule.Decision.SKIP;
import static dev.hotstate.dag.rule.Decision.SKIP_FAILED;
import static dev.hotstate.dag.rule.Decision.WAIT;

/**
 * What a trigger rule says about a task whose parents ended so. {@code lua/include/decide.lua} says the same to Redis; a test
 * compares them.
 *
 * <p>A task runs as soon as its rule holds, but is skipped only when all its parents have ended: so the outcome, and with it
 * what its own children see, does not depend on the order in which parents end.
 */
public final class RulePolicy {

    private RulePolicy() {}

    public static Decision decide(TriggerRule rule, Tallies tallies) {
        if (holds(rule, tallies)) {
            return RUN;
        }
        if (!tallies.complete()) {
            return WAIT;
        }
        return tallies.failed() > 0 ? SKIP_FAILED : SKIP;
    }

    private static boolean holds(TriggerRule rule, Tallies tallies) {
        return tallies.parents() == 0
                || switch (rule) {
                    case ALL_SUCCESS -> tallies.ok() == tallies.parents();
                    case ALL_DONE -> tallies.complete();
                    case ONE_SUCCESS -> tallies.ok() > 0;
                    case ONE_FAILED -> tallies.failed() > 0;
                    case NONE_FAILED -> tallies.complete() && tallies.failed() == 0;
                    case ALWAYS -> true;
                };
    }
}
