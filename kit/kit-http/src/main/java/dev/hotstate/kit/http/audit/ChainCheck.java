package dev.hotstate.kit.http.audit;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Walks along the hash chain of the audit log, one page per query: a long log needs more time than one query has. */
final class ChainCheck {

    private static final long PAGE = 1_000;

    /** Entries are numbered without gaps, so pages are ranges of numbers. What no longer exists shows at its successor. */
    private static final String CHECK = """
            select max(id) as last, (array_agg(hash order by id desc))[1] as hash, min(id) filter (where not sound) as forged,
                   (select max(id) from audit_log) as newest
            from (select entry.id, entry.hash, entry.id = 1 + lag(entry.id, 1, $1::bigint) over chain
                         and entry.hash = audit_log_hash(lag(entry.hash, 1, $2::bytea) over chain, entry) as sound
                  from audit_log entry where entry.id > $3 and entry.id <= $4
                  window chain as (order by entry.id)) checked""";

    /**
     * @param lastId the last entry that was seen, with its hash
     * @param checkedTo the end of the last page, beyond lastId where entries are missing
     */
    private record Progress(
            long lastId,
            Buffer lastHash,
            long checkedTo,
            boolean isAtEnd,
            @Nullable Long forged) {

        static final Progress NONE = new Progress(0, Buffer.buffer(), 0, false, null);

        Progress with(Row page, long checkedTo) {
            var last = page.getLong("last");
            var newest = page.getLong("newest");
            return new Progress(
                    last == null ? lastId : last,
                    last == null ? lastHash : page.getBuffer("hash").getDelegate(),
                    checkedTo,
                    newest == null || newest <= checkedTo,
                    page.getLong("forged"));
        }

        boolean isOver() {
            return isAtEnd || forged != null;
        }
    }

    private final Database database;

    ChainCheck(Database database) {
        this.database = database;
    }

    Uni<OptionalLong> firstForged() {
        var progress = new AtomicReference<>(Progress.NONE);
        return Multi.createBy()
                .repeating()
                .uni(() -> next(progress.get()).invoke(progress::set))
                .whilst(done -> !done.isOver())
                .collect()
                .last()
                .map(last -> last.forged() == null ? OptionalLong.empty() : OptionalLong.of(last.forged()));
    }

    private Uni<Progress> next(Progress before) {
        long end = before.checkedTo() + PAGE;
        return database.query(CHECK, before.lastId(), before.lastHash(), before.checkedTo(), end)
                .map(rows -> before.with(rows.iterator().next(), end));
    }
}
