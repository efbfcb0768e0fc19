package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;

/** What waits in a partition until its time has come. */
@Singleton
public class DueStore {

    static final Script<TaskWords.Due> FIND_DUE = Script.load("lua/task/find_due.lua", TaskWords.Due.class);
    static final Script<TaskWords.Promote> PROMOTE_DUE =
            Script.load("lua/task/promote_due.lua", TaskWords.Promote.class);
    static final Script<TaskWords.Adopt> ADOPT_ORPHANS =
            Script.load("lua/task/adopt_orphans.lua", TaskWords.Adopt.class);

    static final int MOST = 100;
    private static final int SCANNED_AT_ONCE = 200;

    private final RedisRouter router;
    private final Scripts scripts;
    private final DagKeys keys;
    private final Clock clock;

    public DueStore(RedisRouter router, Scripts scripts, DagKeys keys, Clock clock) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * @param lost running tasks whose leases have ended
     * @param steps entries of {@code todo}
     * @param untilNextMs how long until the next will be due, if there is one
     */
    record Due(List<Ticket> delayed, List<Beat> lost, List<String> steps, OptionalLong untilNextMs) {

        boolean isAnything() {
            return !delayed.isEmpty() || !lost.isEmpty() || !steps.isEmpty();
        }
    }

    Uni<Due> find(Partition partition) {
        return scripts.run(
                        FIND_DUE,
                        keys.delay(partition),
                        keys.lease(partition),
                        keys.running(partition),
                        keys.todo(partition),
                        keys.epoch(partition))
                .idempotent()
                .args(MOST, ServerWord.RUN_ID)
                .map(reply -> new Due(
                        reply.value(0).stream()
                                .map(Reply::text)
                                .map(Ticket::parse)
                                .toList(),
                        beats(reply.value(1).list()),
                        reply.value(2).stream().map(Reply::text).toList(),
                        reply.integer(3) < 0 ? OptionalLong.empty() : OptionalLong.of(reply.integer(3))));
    }

    /** Those that were due and are ready now. */
    Uni<List<Ticket>> promote(Partition partition, List<Ticket> tickets) {
        var queues = new LinkedHashSet<String>();
        tickets.forEach(ticket -> queues.add(ticket.queue()));
        var all = new ArrayList<RedisKey>();
        all.add(keys.delay(partition));
        queues.forEach(queue -> all.add(keys.ready(partition, queue)));
        var args = new ArrayList<>();
        args.add(String.join(",", queues));
        tickets.forEach(ticket -> args.add(ticket.toString()));
        return scripts.run(PROMOTE_DUE, all.toArray(RedisKey[]::new))
                .args(args.toArray())
                .map(reply -> reply.textsFrom(0).stream().map(Ticket::parse).toList());
    }

    /** Lets a step wait, if it is still on the list. */
    Uni<Void> putOff(String step, Duration pause) {
        return router.send(Command.of("ZADD")
                        .key(keys.todo(keys.partitionOf(jobOf(step))))
                        .arg("XX")
                        .arg(clock.instant().plus(pause).toEpochMilli())
                        .arg(step)
                        .idempotent())
                .replaceWithVoid();
    }

    /** A step is {@code <kind>|<job>} or {@code <kind>|<job>.<task>}. */
    private static String jobOf(String step) {
        var subject = step.substring(step.indexOf('|') + 1);
        int dot = subject.indexOf('.');
        return dot < 0 ? subject : subject.substring(0, dot);
    }

    /** Looks at some of the running tasks and adopts those without a lease. Gives the cursor of the next look; 0: all seen. */
    Uni<String> adoptOrphans(Partition partition, String cursor) {
        var scan = Command.of("HSCAN")
                .key(keys.running(partition))
                .arg(cursor)
                .arg("COUNT")
                .arg(SCANNED_AT_ONCE);
        return router.send(scan).chain(found -> {
            var ids = new ArrayList<String>();
            var fields = found.get(1).list();
            for (int at = 0; at < fields.size(); at += 2) {
                ids.add(fields.get(at).text());
            }
            return adoptThoseWithoutLease(partition, ids)
                    .replaceWith(found.get(0).text());
        });
    }

    private Uni<Void> adoptThoseWithoutLease(Partition partition, List<String> ids) {
        if (ids.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var look = Command.of("ZMSCORE").key(keys.lease(partition));
        ids.forEach(look::arg);
        return router.send(look).chain(scores -> {
            var orphans = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                if (scores.get(i).isNil()) {
                    orphans.add(ids.get(i));
                }
            }
            return orphans.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : scripts.run(ADOPT_ORPHANS, keys.running(partition), keys.lease(partition))
                            .args(orphans.toArray())
                            .replaceWithVoid();
        });
    }

    private static List<Beat> beats(List<Reply> flat) {
        var beats = new ArrayList<Beat>();
        for (int at = 0; at < flat.size(); at += 2) {
            var attempt = flat.get(at + 1).text();
            TaskId.parse(flat.get(at).text()).ifPresent(id -> beats.add(new Beat(id, attempt)));
        }
        return beats;
    }
}
