package dev.hotstate.dag.insight;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.guard.Fallbacks;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which queues there are: those somebody configured, those that unfinished jobs name, and those that workers ask for. */
@Singleton
class QueueNames {

    /** Of those that only workers name: any name can be asked for. */
    private static final int ASKED_MAX = 1_000;

    private final InsightStore store;
    private final RedisRouter redis;
    private final DagKeys keys;
    private final Clock clock;
    private final Fallbacks fallbacks;

    QueueNames(InsightStore store, RedisRouter redis, DagKeys keys, Clock clock, Fallbacks fallbacks) {
        this.store = store;
        this.redis = redis;
        this.keys = keys;
        this.clock = clock;
        this.fallbacks = fallbacks;
    }

    Uni<Set<String>> all(List<QueueSettings> configured) {
        return Uni.combine().all().unis(store.queuesInUse(), askedFor()).with((used, asked) -> {
            var names = new TreeSet<>(used);
            names.addAll(asked);
            configured.forEach(queue -> names.add(queue.name()));
            return names;
        });
    }

    /** Who waits for nothing is not told where its node is away; the rest is. */
    private Uni<List<String>> askedFor() {
        var asked = redis.send(Command.of("ZRANGEBYSCORE")
                .key(keys.queues())
                .arg(clock.millis())
                .arg("+inf")
                .arg("LIMIT")
                .arg(0)
                .arg(ASKED_MAX));
        return fallbacks
                .orSkip(asked.map(reply -> reply.stream().map(Reply::text).toList()))
                .map(names -> names.orElse(List.of()));
    }
}
