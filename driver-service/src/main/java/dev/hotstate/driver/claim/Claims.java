package dev.hotstate.driver.claim;

import static java.util.stream.Collectors.toSet;

import dev.hotstate.driver.claim.Assignment.State;
import dev.hotstate.driver.claim.AssignmentStore.Outcome;
import dev.hotstate.driver.claim.RequestStore.Begun;
import dev.hotstate.driver.platform.DriverFailure.ClaimNotFound;
import dev.hotstate.driver.platform.DriverFailure.ClaimUnderWay;
import dev.hotstate.driver.platform.DriverFailure.RequestIdTaken;
import dev.hotstate.driver.platform.DriverFailure.StaleClaim;
import dev.hotstate.driver.search.NearestSearch;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/** Claims as those who ask for drivers see them. */
@Singleton
class Claims {

    private static final Logger LOG = Logger.getLogger(Claims.class);

    private static final Duration PAUSE_MIN = Duration.ofMillis(250);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private final RequestStore requests;
    private final AssignmentStore assignments;
    private final Telling telling;
    private final ClaimConfig config;
    private final ClaimMetrics metrics;
    private final RedisClock clock;
    private final Pursuit.Tools tools;

    Claims(
            RequestStore requests,
            AssignmentStore assignments,
            GripStore grips,
            NearestSearch search,
            LastKnownCatches lastKnown,
            Telling telling,
            ClaimConfig config,
            ClaimMetrics metrics,
            RedisClock clock) {
        this.requests = requests;
        this.assignments = assignments;
        this.telling = telling;
        this.config = config;
        this.metrics = metrics;
        this.clock = clock;
        this.tools = new Pursuit.Tools(search, lastKnown, grips, assignments, clock, metrics);
    }

    /** As many as could be had, the nearest first; the same again for the same order. */
    Uni<List<Assignment>> claim(ClaimOrder order) {
        var lease = UUID.randomUUID();
        return requests.begin(order, lease, config.lease()).chain(begun -> switch (begun) {
            case Begun.Ours ours -> pursue(order, ours.request(), lease);
            case Begun.Settled settled -> assignments.ofRequest(settled.number());
            case Begun.UnderWay underWay -> Uni.createFrom().failure(new ClaimUnderWay());
            case Begun.Different different -> Uni.createFrom().failure(new RequestIdTaken());
        });
    }

    private Uni<List<Assignment>> pursue(ClaimOrder order, RequestAttempt request, UUID lease) {
        long begun = System.nanoTime();
        var pursuit =
                new Pursuit(tools, order, request, lease, begun + patience().toNanos());
        return pursuit.run()
                .map(outcome -> {
                    if (outcome instanceof Outcome.Assigned assigned) {
                        return assigned.assignments();
                    }
                    throw new ClaimUnderWay();
                })
                .invoke(got -> giveBackUncertain(pursuit, request.number(), got, order.ttl()))
                .invoke(got -> metrics.answered(
                        got.isEmpty() ? "none" : got.size() < order.count() ? "partial" : "full",
                        Duration.ofNanos(System.nanoTime() - begun)))
                .onFailure()
                .call(failure -> giveBackSoon(pursuit, request.number(), lease, order.ttl()));
    }

    /** Those whose nodes did not answer in time, and in whose place others were claimed: they may be held for nobody. */
    private static void giveBackUncertain(Pursuit pursuit, long request, List<Assignment> granted, Duration patience) {
        inBackground(Uni.createFrom().deferred(() -> pursuit.giveBack(drivers(granted))), request, patience);
    }

    /** While Postgres can't say what became of the request, or a part of Redis is away, it is tried again in the background. */
    private Uni<Void> giveBackSoon(Pursuit pursuit, long request, UUID lease, Duration patience) {
        return giveBack(pursuit, request, lease)
                .onFailure()
                .invoke(failure -> inBackground(giveBack(pursuit, request, lease), request, patience))
                .onFailure()
                .recoverWithNull();
    }

    private static void inBackground(Uni<Void> givingBack, long request, Duration patience) {
        givingBack
                .onFailure()
                .retry()
                .withBackOff(PAUSE_MIN, PAUSE_MAX)
                .expireIn(patience.toMillis())
                .subscribe()
                .with(done -> {}, late -> LOG.debugf("Claims of request %d end by themselves", request));
    }

    /** Who gives up has given back what it caught before anybody else takes up the request. */
    private Duration patience() {
        return config.lease().dividedBy(2);
    }

    /** Nobody has to wait for the end of a claim that was not granted. */
    private Uni<Void> giveBack(Pursuit pursuit, long request, UUID lease) {
        return requests.close(request, lease).chain(fate -> switch (fate) {
            case CLOSED -> pursuit.giveBack(Set.of()).eventually(() -> requests.reopen(request));
            case SETTLED -> assignments.ofRequest(request).chain(granted -> pursuit.giveBack(drivers(granted)));
            case TAKEN_OVER -> Uni.createFrom().failure(new ClaimUnderWay());
        });
    }

    private static Set<Long> drivers(List<Assignment> granted) {
        return granted.stream().map(Assignment::driver).collect(toSet());
    }

    /** @return empty if nobody has the driver */
    Uni<Optional<Assignment>> ofDriver(long driver) {
        return assignments.ofDriver(driver);
    }

    Uni<Assignment> find(String id) {
        return assignments.find(id).map(found -> found.orElseThrow(ClaimNotFound::new));
    }

    /** Says that the driver is really taken: the claim does not end by itself any more. */
    Uni<Assignment> confirm(String id, long token) {
        return changed(id, token, assignments.confirm(id, token, clock.shown()), State.CONFIRMED::equals);
    }

    /** Gives the driver back, before or after it was confirmed. */
    Uni<Assignment> release(String id, long token) {
        return changed(id, token, assignments.release(id, token), State.RELEASED::equals);
    }

    /** @param done whether a claim that could not be changed is already what it shall be */
    private Uni<Assignment> changed(String id, long token, Uni<Optional<Assignment>> change, Predicate<State> done) {
        return change.chain(changed -> changed.isPresent()
                ? telling.tellSoon(changed.get()).replaceWith(changed.get())
                : find(id).invoke(found -> {
                    if (found.grip().token() != token || !done.test(found.state())) {
                        throw new StaleClaim(found.state().name());
                    }
                }));
    }
}
