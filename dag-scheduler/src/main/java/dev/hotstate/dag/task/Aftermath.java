package dev.hotstate.dag.task;

import java.util.List;

/**
 * What a transition leaves to be done. None of it may be lost with this process: the rest of a fan-out, conditions and the end
 * of a job stand in {@code todo} as well; views and wake-ups may be late.
 *
 * @param reached tasks of the job whose views have to be written
 * @param checks tasks of the job whose condition decides now
 * @param more whether further children must be told
 * @param ended the status the job ended with, or empty
 * @param queues in which tasks became ready
 */
public record Aftermath(
        String job, List<String> reached, List<String> checks, boolean more, String ended, List<String> queues) {

    private static final int FIELDS = 5;

    /** @param text as {@code settle.lua} writes it: fields by semicolon, lists by comma */
    public static Aftermath of(String job, String text) {
        var field = text.split(";", FIELDS);
        return new Aftermath(job, list(field[0]), list(field[1]), !field[2].equals("0"), field[3], list(field[4]));
    }

    /** Of an answer whose consequences came with another one. */
    static Aftermath none(String job) {
        return new Aftermath(job, List.of(), List.of(), false, "", List.of());
    }

    Aftermath withoutMore() {
        return new Aftermath(job, reached, checks, false, ended, queues);
    }

    public boolean jobEnded() {
        return !ended.isEmpty();
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }
}
