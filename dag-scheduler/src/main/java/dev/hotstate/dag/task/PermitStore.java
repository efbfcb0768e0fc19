package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Permits of queues that may run only so many tasks at once. A queue spans partitions, so a permit is taken before a claim and
 * given back after the task; one that nobody gives back lapses with the lease that it was taken for. How many are out is
 * counted, never counted up.
 */
@Singleton
public class PermitStore {

    static final Script<TaskWords.Acquire> ACQUIRE_PERMITS =
            Script.load("lua/task/acquire_permits.lua", TaskWords.Acquire.class);
    static final Script<TaskWords.Extend> EXTEND_PERMITS =
            Script.load("lua/task/extend_permits.lua", TaskWords.Extend.class);

    private static final char OF_QUEUE = '/';

    private final RedisRouter router;
    private final Scripts scripts;
    private final DagKeys keys;

    public PermitStore(RedisRouter router, Scripts scripts, DagKeys keys) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
    }

    /** Up to so many permits; fewer where the queue is near its limit. */
    public Uni<List<String>> acquire(String queue, int limit, int wanted, Duration lease) {
        var args = new ArrayList<>(List.<Object>of(limit, lease.toMillis()));
        for (int i = 0; i < wanted; i++) {
            args.add(queue + OF_QUEUE + UUID.randomUUID());
        }
        return scripts.run(ACQUIRE_PERMITS, keys.permits(queue))
                .args(args.toArray())
                .map(reply -> reply.textsFrom(0));
    }

    /** All of one queue. */
    public Uni<Void> extend(String queue, Map<String, Instant> ends) {
        var args = new ArrayList<>();
        ends.forEach((permit, end) -> {
            args.add(permit);
            args.add(end.toEpochMilli());
        });
        return scripts.run(EXTEND_PERMITS, keys.permits(queue))
                .idempotent()
                .args(args.toArray())
                .replaceWithVoid();
    }

    /** Succeeds while Redis is away as well: one that can't be given back lapses. */
    public Uni<Void> giveBack(List<String> permits) {
        var returns = permits.stream()
                .filter(permit -> !permit.equals(NextClaim.NO_PERMIT))
                .map(permit -> router.send(Command.of("ZREM")
                                .key(keys.permits(queueOf(permit)))
                                .arg(permit)
                                .idempotent())
                        .onFailure(RedisFailure::isOutage)
                        .recoverWithNull())
                .toList();
        return returns.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(returns).andCollectFailures().replaceWithVoid();
    }

    public static String queueOf(String permit) {
        return permit.substring(0, permit.indexOf(OF_QUEUE));
    }
}
