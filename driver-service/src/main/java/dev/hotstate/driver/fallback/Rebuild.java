package dev.hotstate.driver.fallback;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Brings back what Redis has lost, or may have. */
@Singleton
class Rebuild {

    private static final Logger LOG = Logger.getLogger(Rebuild.class);

    /** Longer than a million drivers take; and who dies at it is followed by another one after so long. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final int PAGE = 2_000;

    private final Marks marks;
    private final RestoreStore store;
    private final Restoration restoration;
    private final DriverKeys keys;
    private final RedisClock clock;
    private final RebuildLog log;

    Rebuild(
            Marks marks,
            RestoreStore store,
            Restoration restoration,
            DriverKeys keys,
            RedisClock clock,
            RebuildLog log) {
        this.marks = marks;
        this.store = store;
        this.restoration = restoration;
        this.keys = keys;
        this.clock = clock;
        this.log = log;
    }

    /** Looks whether something is missing, and if so and nobody else is at it, brings it back. */
    Uni<Void> watch() {
        return marks.missing().chain(ranges -> {
            log.missing(ranges.size());
            return ranges.isEmpty() ? Uni.createFrom().voidItem() : bringBack(ranges);
        });
    }

    private Uni<Void> bringBack(List<Integer> ranges) {
        int first = ranges.getFirst();
        return marks.begin(first, LEASE)
                .chain(begun -> begun
                        ? run(ranges).eventually(() -> marks.end(first))
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> run(List<Integer> ranges) {
        long begun = System.nanoTime();
        LOG.warnf(
                "%d of %d ranges are not built in the process of Redis that serves them; their drivers come from Postgres",
                ranges.size(), DriverKeys.RANGES);
        var word = UUID.randomUUID().toString();
        return marks.announce(ranges, word)
                .chain(() -> bringBack(ranges, 0, 0))
                .chain(drivers -> marks.set(ranges, word)
                        .invoke(lost -> log.built(
                                ranges.size(), lost.size(), drivers, Duration.ofNanos(System.nanoTime() - begun))))
                .replaceWithVoid();
    }

    /** @return how many are back by then */
    private Uni<Integer> bringBack(List<Integer> ranges, long after, int back) {
        return store.living(after, clock.shown(), PAGE).chain(page -> {
            var lost = page.stream().filter(driver -> driver.isIn(ranges, keys)).toList();
            return restoration
                    .restore(lost)
                    .chain(now -> page.size() < PAGE
                            ? Uni.createFrom().item(back + now.size())
                            : bringBack(ranges, page.getLast().driver(), back + now.size()));
        });
    }
}
