package dev.hotstate.kit.http.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.kit.http.apikey.AuthConfig;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Sessions that were logged out before their time. Postgres is asked about each one that comes, so that none is forgotten
 * however many there are (docs/adr/0160). A logout counts at once on the instance that saw it, and on the others as soon as
 * a revoked key does. While Postgres is down, a session that was good goes on for the grace of keys; nobody can tell about
 * one that was not seen here.
 */
@Singleton
class EndedSessions {

    /**
     * What is known of a session.
     *
     * @param ended for good
     * @param triedAt later than confirmedAt when Postgres did not answer: not each request shall wait for it
     */
    private record Seen(boolean ended, Instant confirmedAt, Instant triedAt) {

        Seen updatedBy(Seen later) {
            return ended ? this : later;
        }
    }

    private final SessionStore store;
    private final Clock clock;
    private final Duration ttl;
    private final Duration grace;
    private final Cache<String, Seen> seen;

    EndedSessions(SessionStore store, AuthConfig config, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.ttl = config.cacheTtl();
        this.grace = config.outageGrace();
        this.seen = Caffeine.newBuilder().maximumSize(config.cachedKeysMax()).build();
    }

    Uni<Boolean> contain(Session session) {
        var known = seen.getIfPresent(session.id());
        if (known != null && (known.ended || isYounger(known.triedAt, ttl) && isYounger(known.confirmedAt, grace))) {
            return Uni.createFrom().item(known.ended);
        }
        var now = clock.instant();
        return store.hasEnded(session)
                .invoke(ended -> remember(session, new Seen(ended, now, now)))
                .onFailure(PostgresUnavailable.class)
                .recoverWithUni(down -> lastKnown(session, down));
    }

    Uni<Void> end(Session session) {
        var now = clock.instant();
        remember(session, new Seen(true, now, now));
        return store.end(session, now);
    }

    /** An answer of Postgres may be from before a logout here. */
    private void remember(Session session, Seen now) {
        seen.asMap().merge(session.id(), now, Seen::updatedBy);
    }

    private Uni<Boolean> lastKnown(Session session, Throwable down) {
        var known = seen.asMap()
                .computeIfPresent(session.id(), (id, last) -> new Seen(last.ended, last.confirmedAt, clock.instant()));
        return known != null && (known.ended || isYounger(known.confirmedAt, grace))
                ? Uni.createFrom().item(known.ended)
                : Uni.createFrom().failure(down);
    }

    /** What lies ahead of a clock that was set back has no age that anybody knows. */
    private boolean isYounger(Instant at, Duration age) {
        var now = clock.instant();
        return !now.isBefore(at) && now.isBefore(at.plus(age));
    }
}
