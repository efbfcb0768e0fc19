package dev.hotstate.kit.http.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Keys by id, as they were in Postgres a few seconds ago. Unknown ids are remembered too, apart from the known ones, so that
 * guessing can't push those out. Each id is loaded by one query at a time.
 *
 * <p>When Postgres is down, what was known stays known for the grace, counted from its last confirmation.
 */
final class KeyCache {

    /** @param triedAt later than confirmedAt when Postgres did not answer: not each request shall wait for it */
    private record Seen(ApiKey key, Instant confirmedAt, Instant triedAt) {}

    private final Function<String, Uni<Optional<ApiKey>>> loader;
    private final Clock clock;
    private final Duration ttl;
    private final Duration grace;
    private final Cache<String, Seen> known;
    private final Cache<String, Instant> unknown;
    private final Map<String, Load> loading = new ConcurrentHashMap<>();

    KeyCache(Function<String, Uni<Optional<ApiKey>>> loader, Clock clock, Duration ttl, Duration grace, int keysMax) {
        this.loader = loader;
        this.clock = clock;
        this.ttl = ttl;
        this.grace = grace;
        this.known = Caffeine.newBuilder().maximumSize(keysMax).build();
        this.unknown = Caffeine.newBuilder().maximumSize(keysMax).build();
    }

    Uni<Optional<ApiKey>> find(String id) {
        var seen = known.getIfPresent(id);
        if (seen != null && isYounger(seen.triedAt, ttl) && isYounger(seen.confirmedAt, grace)) {
            return Uni.createFrom().item(Optional.of(seen.key));
        }
        var missed = unknown.getIfPresent(id);
        if (missed != null && isYounger(missed, ttl)) {
            return Uni.createFrom().item(Optional.empty());
        }
        return loading.computeIfAbsent(id, Load::new)
                .result
                .onFailure(PostgresUnavailable.class)
                .recoverWithUni(down -> lastKnown(id)
                        .map(key -> Uni.createFrom().item(Optional.of(key)))
                        .orElseGet(() -> Uni.createFrom().failure(down)));
    }

    /** What is known without asking, within the grace. */
    Optional<ApiKey> lastKnown(String id) {
        return Optional.ofNullable(known.getIfPresent(id))
                .filter(seen -> isYounger(seen.confirmedAt, grace))
                .map(Seen::key);
    }

    /** The next look asks Postgres. */
    void forget(String id) {
        loading.remove(id);
        known.invalidate(id);
        unknown.invalidate(id);
    }

    /** What lies ahead of a clock that was set back has no age that anybody knows. */
    private boolean isYounger(Instant at, Duration age) {
        var now = clock.instant();
        return !now.isBefore(at) && now.isBefore(at.plus(age));
    }

    /** One query under way. */
    private final class Load {

        private final String id;
        private final Instant startedAt = clock.instant();
        private final Uni<Optional<ApiKey>> result;

        Load(String id) {
            this.id = id;
            this.result = Uni.createFrom()
                    .deferred(() -> loader.apply(id))
                    .invoke(this::remember)
                    .onFailure(PostgresUnavailable.class)
                    .invoke(this::postpone)
                    .eventually(() -> loading.remove(id, this))
                    .memoize()
                    .indefinitely();
        }

        /** Unless the key was forgotten meanwhile: the answer may be from before its change. */
        private void remember(Optional<ApiKey> found) {
            loading.computeIfPresent(id, (key, current) -> {
                if (current == this) {
                    put(found);
                }
                return current;
            });
        }

        private void postpone() {
            known.asMap().computeIfPresent(id, (key, seen) -> new Seen(seen.key, seen.confirmedAt, clock.instant()));
        }

        private void put(Optional<ApiKey> found) {
            if (found.isPresent()) {
                known.put(id, new Seen(found.get(), startedAt, startedAt));
                unknown.invalidate(id);
            } else {
                unknown.put(id, startedAt);
                known.invalidate(id);
            }
        }
    }
}
