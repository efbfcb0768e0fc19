package dev.hotstate.dag.verify;

import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.kit.redis.connection.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The counters of a job.
 *
 * @param status of the job, empty if Redis does not have it
 * @param values as texts, in the order of {@link #FIELDS}; empty where the job lacks one
 * @param adding how many additions are counted and not yet written
 */
record JobCounters(String status, List<String> values, int adding) {

    static final List<String> FIELDS = List.of("total", "left", "failed", "skipped", "cancelled");

    static JobCounters of(Reply fields) {
        var values = new ArrayList<String>();
        for (int i = 1; i <= FIELDS.size(); i++) {
            values.add(text(fields.get(i)));
        }
        var adding = text(fields.get(FIELDS.size() + 1));
        return new JobCounters(text(fields.get(0)), values, adding.isEmpty() ? 0 : Integer.parseInt(adding));
    }

    private static String text(Reply field) {
        return field.isNil() ? "" : field.text();
    }

    static JobCounters counted(String status, Collection<Life> lives) {
        return new JobCounters(
                status,
                List.of(
                        Integer.toString(lives.size()),
                        count(lives.stream().filter(life -> !life.ended()).count()),
                        count(lives.stream().filter(Life.FAILED::equals).count()),
                        count(lives.stream().filter(Life.SKIPPED::equals).count()),
                        count(lives.stream().filter(Life.CANCELLED::equals).count())),
                0);
    }

    private static String count(long tasks) {
        return Long.toString(tasks);
    }

    boolean exists() {
        return !status.isEmpty();
    }

    String packed() {
        return String.join(",", values);
    }
}
