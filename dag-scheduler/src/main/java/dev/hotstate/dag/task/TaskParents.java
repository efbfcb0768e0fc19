package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.EdgeFields;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads what a task depends on. */
@Singleton
public class TaskParents {

    private final RedisRouter router;
    private final DagKeys keys;

    public TaskParents(RedisRouter router, DagKeys keys) {
        this.router = router;
        this.keys = keys;
    }

    /** In order, some at a time; the next ones are read when they are asked for. */
    public Multi<List<String>> of(TaskId id) {
        return Multi.createBy()
                .repeating()
                .uni(AtomicInteger::new, number -> field(id, number.getAndIncrement()))
                .whilst(EdgeFields::continues)
                .map(EdgeFields::parents);
    }

    private Uni<String> field(TaskId id, int number) {
        return router.send(Command.of("HGET").key(keys.edges(id.job())).arg(EdgeFields.name(id.task(), number)))
                .map(Reply::text);
    }
}
