package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** The last lines of each task's log. */
@Singleton
public class LogStore {

    static final Script<TaskWords.Log> APPEND_LOGS = Script.load("lua/task/append_logs.lua", TaskWords.Log.class);

    private static final int LINES_MAX = 1_000;
    private static final int LINES_AT_ONCE = 100;

    private final Scripts scripts;
    private final DagKeys keys;

    public LogStore(Scripts scripts, DagKeys keys) {
        this.scripts = scripts;
        this.keys = keys;
    }

    /** Whether the worker still has the task. */
    public Uni<Boolean> append(TaskId task, String attempt, List<String> lines) {
        var appended = Uni.createFrom().item(true);
        for (var some : CallParts.of(lines, LINES_AT_ONCE, String::length)) {
            appended = appended.chain(still ->
                    still ? appendSome(task, attempt, some) : Uni.createFrom().item(false));
        }
        return appended;
    }

    private Uni<Boolean> appendSome(TaskId task, String attempt, List<String> lines) {
        var args = new ArrayList<Object>(List.of(task.toString(), attempt, LINES_MAX));
        args.addAll(lines);
        return scripts.run(
                        APPEND_LOGS,
                        keys.running(keys.partitionOf(task.job())),
                        keys.state(task.job()),
                        keys.logs(task))
                .args(args.toArray())
                .map(reply -> reply.is(TaskWords.Log.APPENDED));
    }
}
