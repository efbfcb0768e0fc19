package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.rule.Tallies;
import dev.hotstate.dag.rule.TriggerRule;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * One field of a job's {@code state}, in the form that {@link dev.hotstate.dag.platform.DagKeys} writes down.
 *
 * @param attempt the last attempt that ended, 0 if none did
 * @param end how it ended, or why the task was skipped
 * @param retries how often the task was tried again after it failed
 * @param losses how often its worker was lost: 10 for each that was heard of, 1 for each that was not
 * @param fed whether a parent left an output for it
 */
public record TaskState(
        Life life, long attempt, End end, int retries, int losses, Tallies tallies, TaskSpec spec, boolean fed) {

    /** Where a task stands. An active one is ready, running, delayed or parked: see the keys of its partition. */
    public enum Life {
        PENDING('P'),
        CHECKING('K'),
        ACTIVE('A'),
        COMPLETED('C'),
        FAILED('F'),
        SKIPPED('S'),
        CANCELLED('X');

        private final char letter;

        Life(char letter) {
            this.letter = letter;
        }

        public boolean ended() {
            return compareTo(COMPLETED) >= 0;
        }

        /** What it is called where no worker has it and it waits for no time. */
        public TaskStatus settled() {
            return switch (this) {
                case PENDING, CHECKING -> TaskStatus.PENDING;
                case ACTIVE -> TaskStatus.READY;
                case COMPLETED -> TaskStatus.COMPLETED;
                case FAILED -> TaskStatus.FAILED;
                case SKIPPED -> TaskStatus.SKIPPED;
                case CANCELLED -> TaskStatus.CANCELLED;
            };
        }

        static Life of(String letter) {
            return Arrays.stream(values())
                    .filter(life -> letter.equals(String.valueOf(life.letter)))
                    .findFirst()
                    .orElseThrow(() -> malformed(letter));
        }
    }

    /** How the last attempt ended; for a skipped task whether something above it {@link #FAILED} or was {@link #SKIPPED}. */
    public enum End {
        NONE('-'),
        COMPLETED('C'),
        FAILED('F'),
        RETRIED('R'),
        LOST('L'),
        CANCELLED('X'),
        SKIPPED('S');

        private final char letter;

        End(char letter) {
            this.letter = letter;
        }

        static End of(String letter) {
            return Arrays.stream(values())
                    .filter(end -> letter.equals(String.valueOf(end.letter)))
                    .findFirst()
                    .orElseThrow(() -> malformed(letter));
        }
    }

    private static final Pattern SECTIONS = Pattern.compile("[|;,/]");
    private static final int FIELDS = 19;

    public static TaskState parse(String packed) {
        var field = SECTIONS.split(packed, -1);
        if (field.length != FIELDS) {
            throw malformed(packed);
        }
        var flags = field[18];
        return new TaskState(
                Life.of(field[0]),
                Long.parseLong(field[1]),
                End.of(field[2]),
                Integer.parseInt(field[3]),
                Integer.parseInt(field[4]),
                new Tallies(
                        Integer.parseInt(field[5]),
                        Integer.parseInt(field[6]),
                        Integer.parseInt(field[7]),
                        Integer.parseInt(field[8])),
                new TaskSpec(
                        TriggerRule.ofLetter(field[9].charAt(0)),
                        field[10],
                        Integer.parseInt(field[11]),
                        Integer.parseInt(field[12]),
                        Long.parseLong(field[13]),
                        Long.parseLong(field[14]),
                        Long.parseLong(field[15]),
                        Long.parseLong(field[16]),
                        Long.parseLong(field[17]),
                        flags.contains("p"),
                        flags.contains("c")),
                flags.contains("o"));
    }

    /** How a task begins that nothing has happened to. */
    public static TaskState pending(TaskSpec spec, int parents) {
        return new TaskState(Life.PENDING, 0, End.NONE, 0, 0, Tallies.none(parents), spec, false);
    }

    public String packed() {
        return "%c|%d|%c|%d|%d;%d,%d,%d/%d;%c|%s|%d|%d|%d|%d|%d|%d|%d|%s"
                .formatted(
                        life.letter,
                        attempt,
                        end.letter,
                        retries,
                        losses,
                        tallies.ok(),
                        tallies.failed(),
                        tallies.skipped(),
                        tallies.parents(),
                        spec.rule().letter(),
                        spec.queue(),
                        spec.priority(),
                        spec.maxRetries(),
                        spec.backoffMs(),
                        spec.backoffMaxMs(),
                        spec.leaseMs(),
                        spec.timeoutMs(),
                        spec.delayUntilMs(),
                        flags());
    }

    /** What {@code ready}, {@code delay} and {@code parked} hold while the task is active. */
    public Ticket ticket(TaskId id) {
        return new Ticket(id, spec.queue(), spec.priority(), spec.leaseMs(), spec.timeoutMs(), retries, flags());
    }

    /** What follows the tallies. */
    public static String specOf(TaskSpec spec) {
        var packed = pending(spec, 0).packed();
        return packed.substring(packed.lastIndexOf(';') + 1);
    }

    private String flags() {
        var flags = (spec.hasPayload() ? "p" : "") + (spec.hasCondition() ? "c" : "") + (fed ? "o" : "");
        return flags.isEmpty() ? "-" : flags;
    }

    private static IllegalStateException malformed(String text) {
        return new IllegalStateException("not a packed task state: " + text);
    }
}
