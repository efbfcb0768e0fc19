package dev.hotstate.driver.search;

import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.driver.search.AvailableView.DriverNearby;
import dev.hotstate.driver.search.AvailableView.Explain;
import dev.hotstate.driver.search.Merits.Merit;
import dev.hotstate.driver.search.Ranking.Ranked;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Function;

/** Answers searches in the ids of people; from Postgres where Redis can't be asked or has lost something. */
@Singleton
class AvailableDrivers {

    /** For a score one looks at so many of the nearest. */
    private static final int SUPERSET_GROWTH = 4;

    private static final int SUPERSET_MIN = 50;
    private static final int SUPERSET_MAX = 1_000;

    private final NearestSearch search;
    private final LastKnown lastKnown;
    private final Merits merits;
    private final DriverIds ids;
    private final SearchMetrics metrics;
    private final ServingSource serving;
    private final RedisClock clock;

    AvailableDrivers(
            NearestSearch search,
            LastKnown lastKnown,
            Merits merits,
            DriverIds ids,
            SearchMetrics metrics,
            ServingSource serving,
            RedisClock clock) {
        this.search = search;
        this.lastKnown = lastKnown;
        this.merits = merits;
        this.ids = ids;
        this.metrics = metrics;
        this.serving = serving;
        this.clock = clock;
    }

    Uni<AvailableView> find(NearestQuery query, boolean explain) {
        return answered(query, explain, found -> Uni.createFrom().item(Ranking.byDistance(found)));
    }

    /** The best of more of the nearest than are wanted. */
    Uni<AvailableView> best(NearestQuery query, ScorePolicy policy, boolean explain) {
        int superset = Math.min(SUPERSET_MAX, query.limit() * SUPERSET_GROWTH + SUPERSET_MIN);
        return answered(query.withLimit(superset), explain, found -> rank(found, query, policy));
    }

    private Uni<Ranking> rank(Nearest found, NearestQuery query, ScorePolicy policy) {
        var known = policy.needsPostgres()
                ? merits.of(found.drivers().stream().map(FoundDriver::driver).toList())
                : Uni.createFrom().item(Map.<Long, Merit>of());
        return known.map(merit -> Ranking.byScore(found, query, policy, merit));
    }

    private Uni<AvailableView> answered(NearestQuery query, boolean explain, Function<Nearest, Uni<Ranking>> rank) {
        long begun = System.nanoTime();
        return search.find(query)
                .invoke(metrics::searched)
                .chain(found -> found.complete()
                        ? view(found, Source.REDIS, explain, rank)
                        : fromPostgres(query, explain, rank)
                                // Where both are in trouble, the part that Redis knows is better than nothing.
                                .onFailure(failure -> !found.drivers().isEmpty())
                                .recoverWithUni(() -> view(found, Source.REDIS, explain, rank)))
                .invoke(view -> metrics.answered(view, System.nanoTime() - begun))
                .invoke(view -> serving.answered(view.source()));
    }

    private Uni<AvailableView> fromPostgres(NearestQuery query, boolean explain, Function<Nearest, Uni<Ranking>> rank) {
        return lastKnown
                .nearest(query)
                .chain(drivers -> view(
                        new Nearest(drivers, false, query.radius(), clock.now(), Nearest.Explanation.NONE),
                        Source.POSTGRES,
                        explain,
                        rank));
    }

    private Uni<AvailableView> view(
            Nearest found, Source source, boolean explain, Function<Nearest, Uni<Ranking>> rank) {
        return rank.apply(found)
                .chain(ranking -> ids.idsOf(ranking.drivers().stream()
                                .map(ranked -> ranked.driver().driver())
                                .toList())
                        .map(known -> view(found, ranking, source, known, explain)));
    }

    /** Who has no id was erased a moment ago. */
    private static AvailableView view(
            Nearest found, Ranking ranking, Source source, Map<Long, String> ids, boolean explain) {
        var drivers = new ArrayList<DriverNearby>(ranking.drivers().size());
        for (var ranked : ranking.drivers()) {
            var id = ids.get(ranked.driver().driver());
            if (id != null) {
                drivers.add(nearby(id, ranked, found));
            }
        }
        var cost = found.explanation();
        return new AvailableView(
                drivers,
                found.complete(),
                Kilometres.of(found.searched()),
                found.asOf(),
                source,
                source == Source.POSTGRES,
                explain
                        ? new Explain(cost.cells(), cost.rounds(), cost.roundTrips(), cost.scanned(), cost.dropped())
                        : null);
    }

    private static DriverNearby nearby(String id, Ranked ranked, Nearest found) {
        var driver = ranked.driver();
        return new DriverNearby(
                id,
                driver.place().lat(),
                driver.place().lon(),
                Kilometres.of(driver.distance()),
                driver.positionAt(),
                driver.ageAt(found.asOf()).toMillis(),
                ranked.score());
    }
}
