package dev.hotstate.dag.client;

/** The task failed, and would fail again. */
public class NotRetryable extends Exception {

    public NotRetryable(String message) {
        super(message);
    }

    public NotRetryable(String message, Throwable cause) {
        super(message, cause);
    }
}
