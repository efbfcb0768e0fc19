package dev.hotstate.dag.task;

import dev.hotstate.kit.redis.connection.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A task in the hands of a worker.
 *
 * @param attempt its fence: only answers that carry it count
 * @param waited how long it was ready before
 */
public record ClaimedTask(Ticket ticket, String attempt, Instant leaseEnd, Duration waited) {

    private static final int FIELDS = 4;

    static List<ClaimedTask> listOf(List<Reply> flat) {
        var claimed = new ArrayList<ClaimedTask>(flat.size() / FIELDS);
        for (int at = 0; at < flat.size(); at += FIELDS) {
            claimed.add(new ClaimedTask(
                    Ticket.parse(flat.get(at).text()),
                    flat.get(at + 1).text(),
                    Instant.ofEpochMilli(flat.get(at + 2).integer()),
                    Duration.ofMillis(flat.get(at + 3).integer())));
        }
        return claimed;
    }
}
