package dev.hotstate.driver.claim;

import dev.hotstate.driver.claim.AssignmentStore.Outcome;
import dev.hotstate.driver.claim.AssignmentStore.Rival;
import dev.hotstate.driver.claim.ClaimOrder.Wish;
import dev.hotstate.driver.claim.GripStore.Attempt;
import dev.hotstate.driver.platform.DriverFailure.ClaimsUnavailable;
import dev.hotstate.driver.search.FoundDriver;
import dev.hotstate.driver.search.NearestQuery;
import dev.hotstate.driver.search.NearestSearch;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One order being worked on. Looks for drivers, claims the nearest in Redis, looks further for each that somebody else was
 * faster with, then assigns them in Postgres; whom Postgres refuses is given up, and another one is looked for.
 */
final class Pursuit {

    /** Searches and attempts to assign, together. Where that many are not enough, drivers are fought over; who is left gets none. */
    private static final int ROUNDS_MAX = 12;

    /** More than are wanted: some will be taken by others meanwhile. */
    private static final int SPARE = 16;

    private static final int SEARCH_MAX = 1_000;

    private static final Comparator<Catch> NEAREST_FIRST = Comparator.comparingDouble(
                    (Catch each) -> each.distance() == null ? 0 : each.distance())
            .thenComparingLong(Catch::driver);

    private final Tools tools;
    private final ClaimOrder order;
    private final RequestAttempt request;
    private final UUID lease;
    private final long endNanos;

    private final List<Catch> catches = new ArrayList<>();
    private final Set<Long> tried = new HashSet<>();

    /** Those that may be claimed in Redis for this. */
    private final Set<Long> held = ConcurrentHashMap.newKeySet();

    private final Map<Long, Long> leastTokens = new HashMap<>();
    private volatile @Nullable Throwable trouble;
    private int rounds;

    /** What it is done with. */
    record Tools(
            NearestSearch search,
            LastKnownCatches lastKnown,
            GripStore grips,
            AssignmentStore assignments,
            RedisClock clock,
            ClaimMetrics metrics) {}

    /** @param endNanos after which nothing is begun any more, by the monotonic clock */
    Pursuit(Tools tools, ClaimOrder order, RequestAttempt request, UUID lease, long endNanos) {
        this.tools = tools;
        this.order = order;
        this.request = request;
        this.lease = lease;
        this.endNanos = endNanos;
    }

    Uni<Outcome> run() {
        return gather().chain(this::assign);
    }

    /** After a failure: nobody gets what was caught. Fails as long as some of it may be held. */
    Uni<Void> giveBack(Set<Long> granted) {
        held.removeAll(granted);
        return held.isEmpty()
                ? done()
                : Uni.join()
                        .all(held.stream().map(this::giveBack).toList())
                        .andCollectFailures()
                        .replaceWithVoid();
    }

    private Uni<Void> giveBack(long driver) {
        return tools.grips()
                .giveBack(driver, request)
                .invoke(() -> held.remove(driver))
                .replaceWithVoid();
    }

    private Uni<Void> gather() {
        if (missing() == 0 || ++rounds > ROUNDS_MAX) {
            return done();
        }
        if (System.nanoTime() - endNanos > 0) {
            trouble = new ClaimsUnavailable();
            return done();
        }
        return switch (order.wish()) {
            case Wish.Chosen chosen ->
                tried.contains(chosen.driver()) ? done() : keep(List.of(attempt(chosen.driver(), null)));
            case Wish.Nearest nearest -> search(nearest);
        };
    }

    private Uni<Void> search(Wish.Nearest nearest) {
        int limit = Math.min(SEARCH_MAX, missing() + tried.size() + SPARE);
        return tools.search()
                .find(new NearestQuery(nearest.centre(), nearest.radius(), limit))
                .chain(found -> {
                    if (!found.complete() && trouble == null) {
                        trouble = new ClaimsUnavailable();
                    }
                    var fresh = found.drivers().stream()
                            .filter(driver -> !tried.contains(driver.driver()))
                            .toList();
                    return claim(fresh)
                            .chain(() -> fresh.isEmpty() || found.drivers().size() < limit ? done() : gather());
                });
    }

    /** As many as are missing at once, then as many as are missing still. */
    private Uni<Void> claim(List<FoundDriver> candidates) {
        int count = Math.min(missing(), candidates.size());
        if (count == 0) {
            return done();
        }
        var attempts = candidates.subList(0, count).stream()
                .map(found -> attempt(found.driver(), found.distance()))
                .toList();
        return keep(attempts).chain(() -> claim(candidates.subList(count, candidates.size())));
    }

    /** They are answered on any thread; what comes of them is kept by the one that has waited for all. */
    private Uni<Void> keep(List<Uni<Optional<Catch>>> attempts) {
        return Uni.join()
                .all(attempts)
                .andFailFast()
                .invoke(caught -> caught.forEach(each -> each.ifPresent(catches::add)))
                .replaceWithVoid();
    }

    private Uni<Optional<Catch>> attempt(long driver, @Nullable Double distance) {
        tried.add(driver);
        held.add(driver);
        return tools.grips()
                .claim(
                        driver,
                        request,
                        order.ttl(),
                        leastTokens.getOrDefault(driver, 0L),
                        order.wish().place())
                .map(attempt -> caught(driver, distance, attempt))
                .onFailure()
                .recoverWithItem(failure -> {
                    // It may be claimed: it is given back.
                    trouble = failure;
                    return Optional.empty();
                });
    }

    private Optional<Catch> caught(long driver, @Nullable Double distance, Attempt attempt) {
        return switch (attempt) {
            case Attempt.Claimed claimed -> {
                tools.metrics().attempt("claimed");
                yield Optional.of(Catch.claimed(driver, claimed.grip(), claimed.driver(), distance));
            }
            case Attempt.Missed missed -> {
                held.remove(driver);
                tools.metrics().attempt(missed.why().name().toLowerCase(Locale.ROOT));
                yield Optional.empty();
            }
        };
    }

    /**
     * All or nothing: what is answered is what is written, also when somebody asks again. So too few are only written if there
     * are no more, not if a part of Redis could not be asked.
     */
    private Uni<Outcome> assign() {
        if (missing() > 0 && trouble != null) {
            return order.wish() instanceof Wish.Nearest nearest
                            && tools.lastKnown().areWanted()
                    ? assignLastKnown(nearest)
                    : Uni.createFrom().failure(trouble);
        }
        catches.sort(NEAREST_FIRST);
        return tools.assignments()
                .assign(
                        request.number(),
                        lease,
                        List.copyOf(catches),
                        tools.clock().shown())
                .chain(outcome -> outcome instanceof Outcome.Contested contested
                        ? giveUp(contested.rivals()).chain(this::gather).chain(this::assign)
                        : Uni.createFrom().item(outcome));
    }

    /** As many as Postgres can name; if those are too few, there are no more. */
    private Uni<Outcome> assignLastKnown(Wish.Nearest nearest) {
        return tools.lastKnown()
                .find(nearest, missing(), Set.copyOf(tried), request.number(), order.ttl())
                .chain(found -> {
                    if (found.size() < missing()) {
                        trouble = null;
                    }
                    found.forEach(each -> tried.add(each.driver()));
                    catches.addAll(found);
                    return assign();
                });
    }

    private Uni<Void> giveUp(Map<Long, Rival> rivals) {
        var lost = catches.stream()
                .filter(each -> rivals.containsKey(each.driver()))
                .toList();
        catches.removeAll(lost);
        return all(lost.stream()
                .map(each -> giveUp(each, rivals.get(each.driver())))
                .toList());
    }

    private Uni<Void> giveUp(Catch lost, Rival rival) {
        tools.metrics().attempt("refused");
        if (!lost.inRedis()) {
            return done();
        }
        return switch (rival) {
            case Rival.Holder holder ->
                tools.assignments()
                        .touch(lost.driver())
                        .chain(() -> tools.grips()
                                .hold(lost.driver(), holder.grip(), lost.grip().token()))
                        .replaceWithVoid();
            case Rival.Gone gone ->
                tools.grips().giveBack(lost.driver(), request).replaceWithVoid();
            case Rival.Token token -> {
                if (leastTokens.put(lost.driver(), token.last() + 1) == null) {
                    tried.remove(lost.driver());
                }
                yield tools.grips().giveBack(lost.driver(), request).replaceWithVoid();
            }
        };
    }

    private int missing() {
        return order.count() - catches.size();
    }

    private static Uni<Void> all(List<Uni<Void>> each) {
        return each.isEmpty() ? done() : Uni.join().all(each).andFailFast().replaceWithVoid();
    }

    private static Uni<Void> done() {
        return Uni.createFrom().voidItem();
    }
}
