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
 */
record JobCounters(String status, List<String> values) {

    static final List<String> FIELDS = List.of("total", "left", "failed", "skipped", "cancelled");

    static JobCounters of(Reply fields) {
        var values = new ArrayList<String>();
        for (int i = 1; i <= FIELDS.size(); i++) {
            values.add(text(fields.get(i)));
        }
        return new JobCounters(text(fields.get(0)), values);
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
                        count(lives.stream().filter(Life.CANCELLED::equals).count())));
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
