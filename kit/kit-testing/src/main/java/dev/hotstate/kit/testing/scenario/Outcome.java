package dev.hotstate.kit.testing.scenario;

import java.util.concurrent.Callable;
import java.util.function.Function;

/** How an operation ended, as far as its caller can tell. */
public enum Outcome {
    /** Confirmed: its effect must be there afterwards. */
    ACKED,
    /** Refused for certain: its effect must not be there. */
    REFUSED,
    /** No answer, or one that does not tell: its effect may or may not be there, or may come late. */
    UNKNOWN;

    /** Acked when the call returns, else what the judge makes of its failure; a judge throws on what must not happen. */
    public static Outcome of(Callable<?> call, Function<Throwable, Outcome> judge) {
        try {
            call.call();
            return ACKED;
        } catch (Exception failure) {
            return judge.apply(failure);
        }
    }
}
