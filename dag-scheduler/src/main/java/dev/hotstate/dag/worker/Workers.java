package dev.hotstate.dag.worker;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Remembers which workers ask for which queues. For people who wonder why nothing runs: nothing depends on it. */
@Singleton
public class Workers {

    private static final Logger LOG = Logger.getLogger(Workers.class);
    private static final int REMEMBERED_MAX = 20_000;
    private static final int SIGNS_PER_LIFETIME = 6;

    private record Sign(String queue, String worker) {}

    private final RedisRouter router;
    private final DagKeys keys;
    private final Clock clock;
    private final Duration lifetime;
    private final Map<Sign, Long> toldAt = new ConcurrentHashMap<>();

    Workers(RedisRouter router, DagKeys keys, Clock clock, WorkerConfig config) {
        this.router = router;
        this.keys = keys;
        this.clock = clock;
        this.lifetime = config.lifetime();
    }

    /** Not each time: a worker that asks a thousand times a second is as alive as one that asks every ten. */
    void seen(String queue, String worker) {
        long now = clock.millis();
        var sign = new Sign(queue, worker);
        var before = toldAt.get(sign);
        if (before != null && now - before < lifetime.toMillis() / SIGNS_PER_LIFETIME) {
            return;
        }
        if (toldAt.size() >= REMEMBERED_MAX) {
            toldAt.clear();
        }
        toldAt.put(sign, now);
        router.sendAll(Stream.concat(sign(keys.workers(queue), worker, now), sign(keys.queues(), queue, now))
                        .toList())
                .subscribe()
                .with(told -> {}, failure -> LOG.debugf("sign of a worker not written: %s", failure.getMessage()));
    }

    private Stream<Command> sign(RedisKey key, String member, long now) {
        return Stream.of(
                Command.of("ZREMRANGEBYSCORE").key(key).arg("-inf").arg(now),
                Command.of("ZADD").key(key).arg(now + lifetime.toMillis()).arg(member),
                // Any name of a queue can be asked for.
                Command.of("PEXPIRE").key(key).arg(2 * lifetime.toMillis()));
    }
}
