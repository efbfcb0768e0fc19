package dev.hotstate.dag.insight;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.task.Ticket;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads who runs what, of all partitions, in steps that keep no node busy. */
@Singleton
class RunningTasks {

    private static final int STEP = 500;
    private static final int STEPS_MAX = 10;
    private static final Pattern SEPARATOR = Pattern.compile("\\|");

    private final RedisRouter redis;
    private final DagKeys keys;
    private final Partitions partitions;

    RunningTasks(RedisRouter redis, DagKeys keys, Partitions partitions) {
        this.redis = redis;
        this.keys = keys;
        this.partitions = partitions;
    }

    record RunningTask(String id, String attempt, String worker, Instant startedAt, String queue) {

        /** {@code attempt|worker|startedMs|deadlineMs|permit|ticket} */
        static RunningTask parse(String id, String packed) {
            var field = SEPARATOR.split(packed, 6);
            return new RunningTask(
                    id,
                    field[0],
                    field[1],
                    Instant.ofEpochMilli(Long.parseLong(field[2])),
                    Ticket.parse(field[5]).queue());
        }
    }

    Uni<List<RunningTask>> all() {
        return Multi.createFrom()
                .iterable(partitions.all())
                .onItem()
                .transformToUniAndMerge(this::of)
                .collect()
                .in(ArrayList::new, List::addAll);
    }

    private Uni<List<RunningTask>> of(Partition partition) {
        var found = new ArrayList<RunningTask>();
        return scan(partition, "0", STEPS_MAX, found)
                .onFailure(RedisFailure::isOutage)
                .recoverWithItem(found);
    }

    private Uni<List<RunningTask>> scan(Partition partition, String cursor, int stepsLeft, List<RunningTask> found) {
        return redis.send(Command.of("HSCAN")
                        .key(keys.running(partition))
                        .arg(cursor)
                        .arg("COUNT")
                        .arg(STEP))
                .flatMap(reply -> {
                    collect(reply.get(1).list(), found);
                    var next = reply.get(0).text();
                    return next.equals("0") || stepsLeft == 1
                            ? Uni.createFrom().item(found)
                            : scan(partition, next, stepsLeft - 1, found);
                });
    }

    private static void collect(List<Reply> flat, List<RunningTask> found) {
        for (int at = 0; at + 1 < flat.size(); at += 2) {
            found.add(RunningTask.parse(flat.get(at).text(), flat.get(at + 1).text()));
        }
    }
}
