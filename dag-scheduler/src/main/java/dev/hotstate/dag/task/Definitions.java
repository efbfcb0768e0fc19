package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What of a task's definition is not in Redis: its payload and its condition. Never changes. */
@Singleton
public class Definitions {

    private static final String PAYLOADS = """
            select job_id, id, payload from task
            where (job_id, id) in (select * from unnest($1::text[], $2::text[]))""";

    private static final String CONDITION = "select condition from task where job_id = $1 and id = $2";

    private final Database database;

    Definitions(Database database) {
        this.database = database;
    }

    /** The payloads (JSON) of those tasks that have one. */
    public Uni<Map<TaskId, String>> payloads(Collection<TaskId> tasks) {
        if (tasks.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        var jobs = tasks.stream().map(TaskId::job).toArray(String[]::new);
        var names = tasks.stream().map(TaskId::task).toArray(String[]::new);
        return database.query(PAYLOADS, jobs, names).map(rows -> {
            var payloads = new HashMap<TaskId, String>();
            rows.forEach(row -> {
                if (row.getString("payload") != null) {
                    payloads.put(new TaskId(row.getString("job_id"), row.getString("id")), row.getString("payload"));
                }
            });
            return payloads;
        });
    }

    Uni<Optional<String>> condition(TaskId task) {
        return database.query(CONDITION, task.job(), task.task()).map(rows -> {
            var found = rows.iterator();
            return found.hasNext() ? Optional.ofNullable(found.next().getString("condition")) : Optional.empty();
        });
    }
}
