package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** All lines that workers wrote; Redis holds the last ones of a task only. */
@Singleton
public class LogArchive {

    static final Paging PAGING = new Paging("logs", 200, 1_000);

    /** Who appends to a task waits for whoever is at it: a line that became visible after one with a larger id would never be told live. */
    static final String APPEND = """
            with turn as materialized (select pg_advisory_xact_lock(hashtextextended($1 || '.' || $2, 0)))
            insert into log_line (job_id, task_id, attempt, seq, at, text)
            select $1, $2, $3, $4 + number - 1, $5, text
            from turn, unnest($6::text[]) with ordinality as line (text, number) order by number
            on conflict do nothing""";

    private static final String LINES =
            "select id, attempt, seq, at, text from log_line where job_id = $1 and task_id = $2";

    private static final String AFTER = LINES + " and id > $3 order by id limit $4";
    private static final String BEFORE = LINES + " and id < $3 order by id desc limit $4";
    private static final String AFTER_IN_ATTEMPT = LINES + " and attempt = $5 and id > $3 order by id limit $4";
    private static final String BEFORE_IN_ATTEMPT = LINES + " and attempt = $5 and id < $3 order by id desc limit $4";

    private final Database database;
    private final Clock clock;

    LogArchive(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Lines that come again, as their seq tells, are stored once.
     *
     * @param firstSeq of the first line; the others follow without gaps
     */
    public Uni<Void> append(TaskId task, long attempt, long firstSeq, List<String> lines) {
        if (lines.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var texts = lines.stream().map(line -> line.replace('\0', '\ufffd')).toArray(String[]::new);
        var now = clock.instant().atOffset(ZoneOffset.UTC);
        return database.query(APPEND, task.job(), task.task(), attempt, firstSeq, now, texts)
                .replaceWithVoid();
    }

    Uni<Page<LogLine>> page(LogChoice choice, PageRequest request, HistoryOrder order) {
        long position = request.after().map(after -> after.number(0)).orElseGet(order::start);
        var lines = order == HistoryOrder.OLDEST
                ? after(choice, position, request.fetch())
                : before(choice, position, request.fetch());
        return lines.map(found -> PAGING.page(request, found, line -> Position.of(line.id())));
    }

    Uni<List<LogLine>> after(LogChoice choice, long id, int limit) {
        return read(choice, AFTER, AFTER_IN_ATTEMPT, id, limit);
    }

    /** Newest first. */
    private Uni<List<LogLine>> before(LogChoice choice, long id, int limit) {
        return read(choice, BEFORE, BEFORE_IN_ATTEMPT, id, limit);
    }

    private Uni<List<LogLine>> read(LogChoice choice, String ofTask, String ofAttempt, long id, int limit) {
        var task = choice.task();
        var rows = choice.attempt() == null
                ? database.query(ofTask, task.job(), task.task(), id, limit)
                : database.query(ofAttempt, task.job(), task.task(), id, limit, choice.attempt());
        return rows.map(LogArchive::lines);
    }

    /** Of the last line that there is; 0 if there is none. */
    Uni<Long> newest(LogChoice choice) {
        return before(choice, HistoryOrder.NEWEST.start(), 1)
                .map(lines -> lines.isEmpty() ? 0L : lines.getFirst().id());
    }

    private static List<LogLine> lines(RowSet<Row> rows) {
        var lines = new ArrayList<LogLine>(rows.size());
        rows.forEach(row -> lines.add(new LogLine(
                row.getLong("id"),
                row.getLong("attempt"),
                row.getLong("seq"),
                row.getOffsetDateTime("at").toInstant(),
                row.getString("text"))));
        return lines;
    }
}
