package dev.hotstate.dag.platform;

/** How names and attempts in requests have to look, as patterns and in words. */
public final class Form {

    /** Of queues, tasks and requests. */
    public static final String NAME = "[A-Za-z0-9_-]{1,40}";

    public static final String NAME_WORDS = "must be 1 to 40 letters, digits, _ and -";

    public static final String ATTEMPT = "[0-9]{1,18}";
    public static final String ATTEMPT_WORDS = "must be the attempt that came with the task: digits, as a text";

    private Form() {}
}
