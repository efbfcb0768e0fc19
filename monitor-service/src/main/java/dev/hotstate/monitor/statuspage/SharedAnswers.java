package dev.hotstate.monitor.statuspage;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What strangers ask for is made once for all who ask within a few seconds, those included who come while it is being made:
 * however many they are, they cost Postgres the same.
 */
final class SharedAnswers<T> {

    private final Duration keep;
    private final Clock clock;
    private final Cache<String, Kept<T>> kept;

    /** An answer that is there or under way, and until it is there the one before: the value alone, else each would hold all before it. */
    private static final class Kept<T> {

        private final Uni<T> answer;
        private final Instant at;
        private volatile @Nullable T known;

        private Kept(@Nullable T before, Function<@Nullable T, Uni<T>> make, Instant at) {
            this.known = before;
            this.answer =
                    make.apply(before).invoke(made -> known = made).memoize().indefinitely();
            this.at = at;
        }
    }

    /** @param max how many at most; those that nobody asks for leave first */
    SharedAnswers(Duration keep, int max, Clock clock) {
        this.keep = keep;
        this.clock = clock;
        this.kept = Caffeine.newBuilder().maximumSize(max).build();
    }

    /** @param make gets the last answer, or null; a failure is kept like an answer */
    Uni<T> get(String key, Function<@Nullable T, Uni<T>> make) {
        var now = clock.instant();
        return kept.asMap()
                .compute(
                        key,
                        (same, last) ->
                                last != null && Duration.between(last.at, now).compareTo(keep) < 0
                                        ? last
                                        : new Kept<>(last == null ? null : last.known, make, now))
                .answer;
    }

    void forget(String key) {
        kept.invalidate(key);
    }
}
