package dev.hotstate.dag.task;

import java.util.Locale;

/** Why an attempt ends without a result. */
public enum FailureKind {
    /** Tried again while retries are left. */
    FAILED,
    /** Not worth another try. */
    FATAL,
    /** Its worker has not been heard of, or its time is up; decided by the end of its lease. */
    LOST,
    /** Given back by its worker, or never delivered to it. */
    RELEASED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
