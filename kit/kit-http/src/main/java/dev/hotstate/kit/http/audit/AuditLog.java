package dev.hotstate.kit.http.audit;

import dev.hotstate.kit.http.caller.Author;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/** The record of administrative changes. */
@Singleton
public class AuditLog {

    static final Paging PAGING = new Paging("audit", 50, 500);

    private final Database database;

    AuditLog(Database database) {
        this.database = database;
    }

    /**
     * Records a change in the transaction that makes it: either both happen or none.
     *
     * @param detail what an auditor wants to know and may know: never a secret
     */
    public Uni<Void> record(
            SqlConnection transaction, Caller caller, String action, String object, Map<String, Object> detail) {
        return record(transaction, caller.author(), action, object, detail);
    }

    /** The same for work that is tried again. */
    public Uni<Void> record(
            SqlConnection transaction, Author author, String action, String object, Map<String, Object> detail) {
        return transaction
                .preparedQuery(
                        "insert into audit_log (actor, action, object, detail, request_id) values ($1, $2, $3, $4, $5)")
                .execute(Tuple.of(author.actor(), action, object, new JsonObject(detail), author.requestId()))
                .replaceWithVoid();
    }

    /** Newest first. */
    Uni<Page<AuditEntry>> page(PageRequest request) {
        long before = request.after().map(position -> position.number(0)).orElse(Long.MAX_VALUE);
        return database.query(
                        "select * from audit_log where id < $1 order by id desc limit $2", before, request.fetch())
                .map(AuditLog::entries)
                .map(entries -> PAGING.page(request, entries, entry -> Position.of(entry.id())));
    }

    /** The first entry whose hash does not fit the one before it, or that follows a gap: there somebody was at work. */
    public Uni<OptionalLong> firstForged() {
        return new ChainCheck(database).firstForged();
    }

    private static List<AuditEntry> entries(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(AuditLog::entry)
                .toList();
    }

    private static AuditEntry entry(Row row) {
        return new AuditEntry(
                row.getLong("id"),
                row.getOffsetDateTime("at").toInstant(),
                row.getString("actor"),
                row.getString("action"),
                row.getString("object"),
                row.getJson("detail").toString(),
                row.getString("request_id"));
    }
}
