package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The queues that the tasks of a job use, as its hash writes them. A script that makes children ready must be given the keys of
 * these queues before it runs; if the list has changed meanwhile it answers FRAME with the new one, and has done nothing.
 */
@Singleton
public class JobQueues {

    private static final int REMEMBERED_MAX = 10_000;

    private final RedisRouter router;
    private final DagKeys keys;
    private final Map<String, String> known = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED_MAX;
        }
    });

    public JobQueues(RedisRouter router, DagKeys keys) {
        this.router = router;
        this.keys = keys;
    }

    /** Empty if there is no such job. */
    public Uni<String> of(String job) {
        var queues = known.get(job);
        if (queues != null) {
            return Uni.createFrom().item(queues);
        }
        return router.send(Command.of("HGET").key(keys.job(job)).arg("queues"))
                .map(reply -> reply.isNil() ? "" : remember(job, reply.text()));
    }

    public String remember(String job, String queues) {
        known.put(job, queues);
        return queues;
    }

    public void forget(String job) {
        known.remove(job);
    }
}
