package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.TaskId;

/**
 * What stands for an active task in the keys of its partition, so that a claim needs nothing of its job.
 *
 * @param flags {@code p} it has a payload, {@code c} a condition, {@code o} a parent left an output; {@code -} none
 */
public record Ticket(TaskId id, String queue, int priority, long leaseMs, long timeoutMs, int retries, String flags) {

    /** Which String splits by without an expression. */
    private static final String SEPARATOR = "\\|";

    private static final int FIELDS = 7;

    public static Ticket parse(String text) {
        var field = text.split(SEPARATOR, -1);
        if (field.length != FIELDS) {
            throw new IllegalStateException("not a ticket: " + text);
        }
        return new Ticket(
                TaskId.parse(field[0]).orElseThrow(() -> new IllegalStateException("not a ticket: " + text)),
                field[1],
                Integer.parseInt(field[2]),
                Long.parseLong(field[3]),
                Long.parseLong(field[4]),
                Integer.parseInt(field[5]),
                field[6]);
    }

    public boolean hasPayload() {
        return flags.contains("p");
    }

    /** Whether a parent left an output for it. */
    public boolean fed() {
        return flags.contains("o");
    }

    @Override
    public String toString() {
        return "%s|%s|%d|%d|%d|%d|%s".formatted(id, queue, priority, leaseMs, timeoutMs, retries, flags);
    }
}
