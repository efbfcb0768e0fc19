package dev.hotstate.dag.insight;

import dev.hotstate.dag.graph.CheckedGraph.Sound;
import dev.hotstate.dag.graph.CheckedGraph.Unsound;
import dev.hotstate.dag.graph.GraphCheck;
import dev.hotstate.dag.graph.TaskNode;
import dev.hotstate.dag.insight.TaskWhy.StoredTask;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What Postgres knows about jobs. */
@Singleton
class InsightStore {

    private final Database database;

    InsightStore(Database database) {
        this.database = database;
    }

    Uni<Optional<JobFacts>> job(String job) {
        return database.query("select " + JobFacts.COLUMNS + " from job where id = $1", job)
                .map(rows -> rows.rowCount() == 0
                        ? Optional.empty()
                        : Optional.of(JobFacts.of(rows.iterator().next())));
    }

    Uni<JobShape> shape(String job) {
        return database.query(
                        "select id, name, depends_on from task where job_id = $1 and confirmed order by position", job)
                .map(rows -> shape(job, rows));
    }

    private static JobShape shape(String job, RowSet<Row> rows) {
        var nodes = new ArrayList<TaskNode>(rows.size());
        var names = new ArrayList<String>(rows.size());
        for (var row : rows) {
            nodes.add(new TaskNode(row.getString("id"), Arrays.asList(row.getArrayOfStrings("depends_on"))));
            names.add(row.getString("name"));
        }
        return switch (GraphCheck.check(nodes)) {
            case Sound sound -> new JobShape(job, sound.graph(), names);
            case Unsound unsound ->
                throw new IllegalStateException("job " + job + " is stored with an unsound graph: "
                        + unsound.findings().getFirst().kind());
        };
    }

    /** In the order of the tasks. */
    Uni<List<TaskRun>> runs(String job) {
        return database.query(
                        "select " + TaskRun.COLUMNS + " from task where job_id = $1 and confirmed order by position",
                        job)
                .map(rows -> rows.stream().map(TaskRun::of).toList());
    }

    /** How many tasks of each job are in which status. Postgres hears of what is ready only if it ran before: all of it waits. */
    Uni<Map<String, Map<TaskStatus, Long>>> tallies(List<String> jobs) {
        return database.query(
                        "select job_id, status, count(*) as tasks from task where job_id = any($1) and confirmed group by job_id, status",
                        (Object) jobs.toArray(String[]::new))
                .map(InsightStore::tallies);
    }

    private static Map<String, Map<TaskStatus, Long>> tallies(RowSet<Row> rows) {
        var tallies = new TreeMap<String, Map<TaskStatus, Long>>();
        rows.forEach(row -> tallies.computeIfAbsent(row.getString("job_id"), job -> new EnumMap<>(TaskStatus.class))
                .merge(mirrored(row.getString("status")), row.getLong("tasks"), Long::sum));
        return tallies;
    }

    private static TaskStatus mirrored(String word) {
        var status = TaskStatus.valueOf(word);
        return status == TaskStatus.READY ? TaskStatus.PENDING : status;
    }

    Uni<List<QueueSettings>> queues() {
        return database.query("select name, paused, concurrency_max from queue order by name")
                .map(rows -> rows.stream().map(InsightStore::settings).toList());
    }

    /** Of all jobs that go on. */
    Uni<List<String>> queuesInUse() {
        return database.query("select distinct unnest(queues) as queue from job where finished_at is null")
                .map(rows -> rows.stream().map(row -> row.getString("queue")).toList());
    }

    /** What the first page shows: all that goes on, and what ended lately, newest first. */
    Uni<List<JobFacts>> recent(int most) {
        return database.query(
                        "(select " + JobFacts.COLUMNS
                                + " from job where finished_at is null order by created_at desc limit $1)"
                                + " union all"
                                + " (select " + JobFacts.COLUMNS + " from job where finished_at is not null"
                                + " order by created_at desc limit $1)"
                                + " order by created_at desc, id desc limit $1",
                        most)
                .map(rows -> rows.stream().map(JobFacts::of).toList());
    }

    /** How many jobs are in which status: all that go on, and what ended within the last day. */
    Uni<Map<String, Long>> jobsByStatus() {
        return database.query(
                        "select status, count(*) as jobs from job where finished_at is null group by status"
                                + " union all"
                                + " select status, count(*) from job where finished_at > now() - interval '1 day' group by status")
                .map(rows -> {
                    var jobs = new TreeMap<String, Long>();
                    rows.forEach(row -> jobs.merge(row.getString("status"), row.getLong("jobs"), Long::sum));
                    return jobs;
                });
    }

    /** Tasks that completed within the last ten seconds. */
    Uni<Long> completedLately() {
        return database.query("select count(*) as tasks from event where at > now() - interval '10 seconds'"
                        + " and type = 'task' and status = 'COMPLETED'")
                .map(rows -> rows.iterator().next().getLong("tasks"));
    }

    Uni<QueueSettings> queue(String name) {
        return database.query("select name, paused, concurrency_max from queue where name = $1", name)
                .map(rows -> rows.stream()
                        .findFirst()
                        .map(InsightStore::settings)
                        .orElseGet(() -> QueueSettings.usual(name)));
    }

    private static QueueSettings settings(Row row) {
        return new QueueSettings(row.getString("name"), row.getBoolean("paused"), row.getInteger("concurrency_max"));
    }

    Uni<Optional<StoredTask>> task(TaskId id) {
        return database.query(
                        "select task.status, task.reason, task.trigger_rule, task.depends_on, job.submitted_at is not null as submitted,"
                                + " job.paused, job.finished_at is not null as ended"
                                + " from task join job on job.id = task.job_id where task.job_id = $1 and task.id = $2 and confirmed",
                        id.job(),
                        id.task())
                .map(rows -> rows.stream().findFirst().map(InsightStore::storedTask));
    }

    private static StoredTask storedTask(Row row) {
        return new StoredTask(
                TaskStatus.valueOf(row.getString("status")),
                row.getString("reason"),
                TriggerRule.valueOf(row.getString("trigger_rule").toUpperCase(Locale.ROOT)),
                List.of(row.getArrayOfStrings("depends_on")),
                row.getBoolean("submitted"),
                row.getBoolean("paused"),
                row.getBoolean("ended"));
    }

    /** Of some tasks of a job, in the order asked for. */
    Uni<Map<String, TaskStatus>> statuses(String job, List<String> tasks) {
        return database.query(
                        "select task.id, task.status from unnest($2::text[]) with ordinality as asked (id, place)"
                                + " join task on task.job_id = $1 and task.id = asked.id order by asked.place",
                        job,
                        tasks.toArray(String[]::new))
                .map(rows -> {
                    var statuses = new LinkedHashMap<String, TaskStatus>();
                    rows.forEach(row -> statuses.put(row.getString("id"), TaskStatus.valueOf(row.getString("status"))));
                    return statuses;
                });
    }
}
