package dev.hotstate.kit.http.session;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/** Which sessions ended early; all instances read it. */
@Singleton
class SessionStore {

    /** Kept longer than the cookie counts: an instance whose clock is late must not take it for good again. */
    private static final Duration CLOCK_SKEW_MAX = Duration.ofDays(1);

    private final Database database;

    SessionStore(Database database) {
        this.database = database;
    }

    Uni<Void> end(Session session, Instant now) {
        return database.query(
                        "delete from ended_session where expires_at < $1",
                        now.minus(CLOCK_SKEW_MAX).atOffset(ZoneOffset.UTC))
                .chain(() -> database.query(
                        "insert into ended_session (session_id, expires_at) values ($1, $2) on conflict do nothing",
                        session.id(),
                        session.expiresAt().atOffset(ZoneOffset.UTC)))
                .replaceWithVoid();
    }

    Uni<Boolean> hasEnded(Session session) {
        return database.query("select from ended_session where session_id = $1", session.id())
                .map(rows -> rows.rowCount() > 0);
    }
}
