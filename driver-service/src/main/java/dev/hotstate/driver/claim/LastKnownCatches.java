package dev.hotstate.driver.claim;

import dev.hotstate.driver.claim.ClaimOrder.Wish;
import dev.hotstate.driver.search.FoundDriver;
import dev.hotstate.driver.search.LastKnown;
import dev.hotstate.driver.search.NearestQuery;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Drivers to claim while Redis can't be asked: those that Postgres last heard of as available. Whether one of them is to be had
 * Postgres decides as always; Redis hears of it when it is back.
 */
@Singleton
class LastKnownCatches {

    private static final long MICROS = 1_000;

    private final LastKnown lastKnown;
    private final AssignmentStore assignments;
    private final ClaimConfig config;
    private final RedisClock clock;

    LastKnownCatches(LastKnown lastKnown, AssignmentStore assignments, ClaimConfig config, RedisClock clock) {
        this.lastKnown = lastKnown;
        this.assignments = assignments;
        this.config = config;
        this.clock = clock;
    }

    boolean areWanted() {
        return config.withoutRedis();
    }

    /** The nearest of those that were not tried. */
    Uni<List<Catch>> find(Wish.Nearest wish, int count, Set<Long> tried, long request, Duration ttl) {
        return lastKnown
                .nearest(new NearestQuery(wish.centre(), wish.radius(), count + tried.size()))
                .map(found -> found.stream()
                        .filter(driver -> !tried.contains(driver.driver()))
                        .limit(count)
                        .toList())
                .chain(found -> assignments.now(clock.shown()).chain(now -> catches(found, request, ttl, now)));
    }

    private Uni<List<Catch>> catches(List<FoundDriver> found, long request, Duration ttl, Instant now) {
        return assignments
                .lastTokens(found.stream().map(FoundDriver::driver).toList())
                .map(last -> found.stream()
                        .map(driver -> new Catch(
                                driver.driver(),
                                new Grip(
                                        Math.max(
                                                last.getOrDefault(driver.driver(), 0L) + 1,
                                                now.toEpochMilli() * MICROS),
                                        now.plus(ttl),
                                        request),
                                driver.place(),
                                driver.positionAt(),
                                driver.distance(),
                                false))
                        .toList());
    }
}
