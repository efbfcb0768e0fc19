package dev.hotstate.dag.history;

import dev.hotstate.kit.redis.stream.StreamEntry;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * One event of the stream of a partition; {@link dev.hotstate.dag.platform.DagKeys} says what there is.
 *
 * @param id its place in the stream; grows within a job
 * @param task empty for an event of the job
 * @param attempt of an event of the job its run, except where an attempt added tasks; 0: none
 * @param seq microseconds of the clock of Redis; tells events of one attempt apart
 */
record JobEvent(
        EntryId id,
        String type,
        String job,
        String task,
        long attempt,
        long seq,
        Instant at,
        String status,
        String verdict,
        String worker,
        String detail) {

    static final String OF_JOB = "job";
    static final String OF_TASK = "task";
    static final String ANSWER = "answer";

    private static final Set<String> TYPES = Set.of(OF_JOB, OF_TASK, ANSWER);
    private static final Set<String> VERDICTS = Set.of("", "ACCEPTED", "DUPLICATE", "STALE");

    private static final String RETRY = "RETRY_WAIT";
    private static final Pattern RETRY_DETAIL = Pattern.compile("\\d{1,18} \\d{1,9} .*", Pattern.DOTALL);
    private static final int RETRY_FIELDS = 3;

    /** The one field of an entry, its events, and between their fields a bar. */
    private static final String FIELD = "e";

    private static final String SEPARATOR = "\u001e";
    private static final int FIELDS = 9;
    private static final long MICROS_PER_MILLI = 1_000;

    /** What Postgres refuses in a text. */
    private static final char NUL = '\0';

    private static final char REPLACEMENT = '\ufffd';

    /**
     * The events of an entry, in order.
     *
     * @param unreadable is told why of each that is no event, which is left out
     */
    static List<JobEvent> of(StreamEntry entry, Consumer<String> unreadable) {
        var events = new ArrayList<JobEvent>();
        var id = EntryId.parse(entry.id());
        var packed = entry.fields().getOrDefault(FIELD, "").split(SEPARATOR);
        for (int number = 0; number < packed.length; number++) {
            try {
                events.add(parse(id.event(number), packed[number].split("\\|", FIELDS)));
            } catch (IllegalArgumentException malformed) {
                unreadable.accept(malformed.getMessage());
            }
        }
        return events;
    }

    /** Those of one job, without what is no event: for who only shows them. */
    static List<JobEvent> of(StreamEntry entry, String job) {
        return of(entry, unreadable -> {}).stream()
                .filter(event -> event.job().equals(job))
                .toList();
    }

    private static JobEvent parse(EntryId id, String[] field) {
        if (field.length != FIELDS) {
            throw new IllegalArgumentException(field.length + " fields in place of " + FIELDS);
        }
        if (field[5].equals(RETRY) && !RETRY_DETAIL.matcher(field[8]).matches()) {
            throw new IllegalArgumentException("a retry without its number");
        }
        long seq = number(field[4]);
        return new JobEvent(
                id,
                oneOf(TYPES, field[0]),
                clean(field[1]),
                clean(field[2]),
                number(field[3]),
                seq,
                Instant.ofEpochMilli(seq / MICROS_PER_MILLI),
                clean(field[5]),
                oneOf(VERDICTS, field[6]),
                clean(field[7]),
                clean(field[8]));
    }

    static JobEvent of(Row row) {
        return new JobEvent(
                new EntryId(row.getLong("entry_ms"), row.getLong("entry_number")),
                row.getString("type"),
                row.getString("job_id"),
                row.getString("task_id"),
                row.getLong("attempt"),
                row.getLong("seq"),
                row.getOffsetDateTime("at").toInstant(),
                row.getString("status"),
                row.getString("verdict"),
                row.getString("worker"),
                row.getString("detail"));
    }

    /** Grows along the stream, also where another node with a slower clock goes on with it. */
    long position() {
        return id.position();
    }

    boolean isOfJob() {
        return type.equals(OF_JOB);
    }

    /** A running task added tasks to the job. */
    boolean isAddition() {
        return isOfJob() && status.equals("ADDED") && detail.indexOf('/') > 0;
    }

    /** Of a job; false where the version that wrote it did not say. */
    boolean isOfRunBefore(int run) {
        return attempt != 0 && !isAddition() && attempt < run;
    }

    boolean isOfAttempt() {
        return attempt != 0 && (!isOfJob() || isAddition());
    }

    boolean isOfTask() {
        return type.equals(OF_TASK);
    }

    /** How often the task is tried again, with the retry that this is. Redis counts: it may have forgotten one that it told. */
    int retries() {
        return Integer.parseInt(detail.split(" ", RETRY_FIELDS)[1]);
    }

    /** The detail as people read it: of a retry only its error. */
    String told() {
        boolean retry = status.equals(RETRY) && RETRY_DETAIL.matcher(detail).matches();
        return retry ? detail.split(" ", RETRY_FIELDS)[2] : detail;
    }

    /** Outputs may be large and are kept once, in the row of the task. */
    String storedDetail() {
        return isOfTask() && status.equals("COMPLETED") ? "" : detail;
    }

    String shownDetail() {
        return storedDetail().isEmpty() ? "" : told();
    }

    private static String oneOf(Set<String> known, String text) {
        if (!known.contains(text)) {
            throw new IllegalArgumentException("'" + clean(text) + "' is none of " + known);
        }
        return text;
    }

    private static String clean(String text) {
        return text.replace(NUL, REPLACEMENT);
    }

    private static long number(String text) {
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }
}
