package dev.hotstate.dag.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What Postgres has of the jobs of a test, read past the service. */
final class Truth {

    private final Source postgres;
    private final String jobs;

    @FunctionalInterface
    interface Source {
        Connection connect() throws SQLException;
    }

    /** @param prefix of the ids of the jobs */
    Truth(Source postgres, String prefix) {
        this.postgres = postgres;
        this.jobs = prefix + "%";
    }

    /** Tasks that ended, of jobs that run or ended not long ago. */
    List<String> endedTasks() throws SQLException {
        return texts("""
                select task.job_id || '.' || task.id from dag.task join dag.job on job.id = task.job_id
                where job.id like ? and (job.finished_at is null or job.finished_at > now() - interval '10 s')
                    and task.status in ('COMPLETED', 'FAILED')""");
    }

    /** What Postgres has of a job. */
    record StoredJob(String status, int run) {}

    Map<String, StoredJob> jobs() throws SQLException {
        var jobs = new HashMap<String, StoredJob>();
        for (var line : texts("select id || ' ' || status || ' ' || run from dag.job where id like ?")) {
            var words = line.split(" ");
            jobs.put(words[0], new StoredJob(words[1], Integer.parseInt(words[2])));
        }
        return jobs;
    }

    List<String> unfinishedJobs() throws SQLException {
        return texts("select id from dag.job where id like ? and finished_at is null");
    }

    List<String> heldJobs() throws SQLException {
        return texts("select id from dag.job where id like ? and paused and finished_at is null");
    }

    List<String> stoppedJobs() throws SQLException {
        return texts("select id from dag.job where id like ? and status = 'CANCELLED'");
    }

    List<String> unfinishedTasks() throws SQLException {
        return texts("""
                select job_id || '.' || task.id || ' ' || task.status from dag.task join dag.job on job.id = job_id
                where job.id like ? and job.finished_at is null and task.finished_at is null""");
    }

    /** Tasks more than one completion of which was accepted. */
    List<String> acceptedTwice() throws SQLException {
        return texts("""
                select job_id || '.' || task_id from dag.event
                where job_id like ? and verdict = 'ACCEPTED' and status = 'COMPLETED'
                group by job_id, task_id having count(*) > 1""");
    }

    /** By {@code <job>.<task>}. */
    Map<String, String> statuses() throws SQLException {
        var statuses = new HashMap<String, String>();
        for (var line :
                texts("select job_id || '.' || id || ' ' || status from dag.task where job_id like ? and confirmed")) {
            var words = line.split(" ");
            statuses.put(words[0], words[1]);
        }
        return statuses;
    }

    /** Postgres is one of those that a test lets go away. */
    static boolean isAway(SQLException failure) {
        var state = String.valueOf(failure.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    private List<String> texts(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                var statement = connection.prepareStatement(sql)) {
            statement.setString(1, jobs);
            var rows = statement.executeQuery();
            var texts = new ArrayList<String>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
