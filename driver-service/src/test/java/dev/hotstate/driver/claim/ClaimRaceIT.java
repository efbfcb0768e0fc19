package dev.hotstate.driver.claim;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.claim.Assignment.State;
import dev.hotstate.driver.claim.AssignmentStore.Outcome;
import dev.hotstate.driver.claim.ClaimOrder.Wish;
import dev.hotstate.driver.claim.GripStore.Attempt;
import dev.hotstate.driver.claim.RequestStore.Begun;
import dev.hotstate.driver.platform.DriverFailure.ClaimUnderWay;
import dev.hotstate.driver.platform.DriverFailure.ClaimsUnavailable;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.CellDisplay;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.Point;
import dev.hotstate.driver.position.Positions;
import dev.hotstate.driver.position.Sign;
import dev.hotstate.driver.search.FoundDriver;
import dev.hotstate.driver.search.Nearest;
import dev.hotstate.driver.search.NearestQuery;
import dev.hotstate.driver.search.NearestSearch;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Many that claim at once, one that dies on the way, and a Redis that forgets. Each test has a place of its own. */
@QuarkusTest
class ClaimRaceIT {

    private static final Duration PATIENCE = ofSeconds(90);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = ofSeconds(1);

    @Inject
    Claims claims;

    @Inject
    RequestStore requests;

    @Inject
    AssignmentStore assignments;

    @Inject
    GripStore grips;

    @Inject
    LastKnownCatches lastKnown;

    @Inject
    Positions positions;

    @Inject
    NearestSearch search;

    @Inject
    Database database;

    @Inject
    RedisRouter redis;

    @Inject
    DriverKeys keys;

    @Inject
    RedisClock clock;

    @Inject
    Telling telling;

    @Inject
    ClaimConfig config;

    @Inject
    ClaimMetrics metrics;

    @Inject
    Vertx vertx;

    @Inject
    Scripts scripts;

    @Inject
    CellDisplay display;

    @Inject
    DriverChanges changes;

    private final GeoPoint place = new GeoPoint(
            ThreadLocalRandom.current().nextDouble(-60, 60),
            ThreadLocalRandom.current().nextDouble(-170, 170));

    // ---- many at once -----------------------------------------------------------------------------------------------

    @Test
    void sixty_four_claimers_never_get_the_same_driver() {
        var drivers = drivers(500);
        var got = new ConcurrentLinkedQueue<Long>();

        // Whoever comes while the last ones are held by a claim that fails finds none; soon they are free again.
        await().atMost(PATIENCE).untilAsserted(() -> {
            got(Uni.join()
                    .all(IntStream.range(0, 64).mapToObj(any -> claimAll(got)).toList())
                    .andFailFast());
            assertThat(got).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(drivers);
        });
    }

    private Uni<Void> claimAll(Queue<Long> got) {
        return claimPatiently(nearest(4, LONG)).chain(mine -> {
            mine.forEach(each -> got.add(each.driver()));
            return mine.isEmpty() ? Uni.createFrom().voidItem() : claimAll(got);
        });
    }

    /** As a client does: what failed is sent again. */
    private Uni<List<Assignment>> claimPatiently(ClaimOrder order) {
        return claims.claim(order)
                .onFailure(failure -> !(failure instanceof DomainFailure refused)
                        || refused.type().retryable())
                .retry()
                .withBackOff(ofMillis(50), ofMillis(500))
                .expireIn(PATIENCE.toMillis());
    }

    @Test
    void the_same_request_at_once_gets_one_answer() {
        drivers(20);
        var order = nearest(3, LONG);

        var answers = got(Uni.join()
                .all(IntStream.range(0, 16)
                        .mapToObj(any -> claimPatiently(order))
                        .toList())
                .andFailFast());

        assertThat(answers).allSatisfy(answer -> assertThat(answer).hasSize(3));
        assertThat(answers.stream().map(ClaimRaceIT::ids).distinct()).hasSize(1);
        assertThat(available()).hasSize(17);
    }

    // ---- one that dies on the way -----------------------------------------------------------------------------------

    @Test
    void a_request_that_was_only_written_down_is_taken_up_again() {
        var driver = drivers(1).getFirst();
        var order = nearest(1, LONG);
        got(requests.begin(order, UUID.randomUUID(), LONG));
        assertThat(failureOf(claims.claim(order))).isInstanceOf(ClaimUnderWay.class);

        got(database.query(
                "update claim_request set lease_until = clock_timestamp() where request_id = $1", order.requestId()));

        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(got(claims.claim(order)))
                        .extracting(Assignment::driver)
                        .containsExactly(driver));
    }

    @Test
    void what_was_claimed_and_not_assigned_is_free_again() {
        var driver = drivers(1).getFirst();
        var begun = (Begun.Ours) got(requests.begin(nearest(1, SHORT), UUID.randomUUID(), LONG));
        got(grips.claim(driver, begun.request(), SHORT, 0, null));
        assertThat(available()).isEmpty();

        await().atMost(PATIENCE).untilAsserted(() -> {
            heard(driver);
            assertThat(available()).containsExactly(driver);
        });
    }

    @Test
    void what_was_assigned_and_not_answered_is_answered_to_the_next_who_asks() {
        drivers(1);
        var order = nearest(1, LONG);
        var lease = UUID.randomUUID();
        var begun = (Begun.Ours) got(requests.begin(order, lease, LONG));
        var outcome = got(new Pursuit(
                        new Pursuit.Tools(search, lastKnown, grips, assignments, clock, metrics()),
                        order,
                        begun.request(),
                        lease,
                        System.nanoTime() + PATIENCE.toNanos())
                .run());

        assertThat(ids(got(claims.claim(order)))).isEqualTo(ids(((Outcome.Assigned) outcome).assignments()));
    }

    @Test
    void who_works_on_a_request_that_somebody_else_has_taken_over_assigns_nothing() {
        drivers(1);
        var order = nearest(1, LONG);
        var begun = (Begun.Ours) got(requests.begin(order, UUID.randomUUID(), LONG));

        var outcome = got(assignments.assign(begun.request().number(), UUID.randomUUID(), List.of(), clock.shown()));

        assertThat(outcome).isInstanceOf(Outcome.TakenOver.class);
    }

    /** Its first tick comes before anybody has asked Redis for the time. */
    @Test
    void an_instance_with_a_wrong_clock_ends_no_claim_that_lasts_and_refuses_no_confirmation() {
        drivers(1);
        var claimed = got(claims.claim(nearest(1, LONG))).getFirst();
        var ahead = new RedisClock(Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));
        var worker = new AssignmentWorker(assignments, requests, telling, config, metrics, ahead, vertx);

        got(worker.tick());

        assertThat(got(claims.find(claimed.id())).state()).isEqualTo(State.CLAIMED);
        assertThat(got(assignments.confirm(claimed.id(), claimed.grip().token(), ahead.shown())))
                .isPresent();
    }

    @Test
    void redis_is_told_of_a_confirmation_and_of_a_release_by_whoever_lives() {
        var driver = drivers(1).getFirst();
        var claimed = got(claims.claim(nearest(1, LONG))).getFirst();

        got(assignments.confirm(claimed.id(), claimed.grip().token(), clock.shown()));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(field(driver, "reason")).isEqualTo("assigned"));

        got(assignments.release(claimed.id(), claimed.grip().token()));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(available()).containsExactly(driver));
    }

    @Test
    void what_was_caught_for_a_request_that_fails_is_free_at_once() {
        var drivers = drivers(3);
        var order = nearest(3, LONG);
        refuseAssignmentsOf(drivers.getFirst());
        try {
            assertThat(failureOf(claims.claim(order))).isInstanceOf(PgException.class);

            assertThat(available()).containsExactlyInAnyOrderElementsOf(drivers);
        } finally {
            got(database.query("drop function refuse_assignments cascade"));
        }
        assertThat(got(claims.claim(order)).stream().map(Assignment::driver))
                .containsExactlyInAnyOrderElementsOf(drivers);
    }

    private void refuseAssignmentsOf(long driver) {
        got(database.query("""
                create function refuse_assignments() returns trigger language plpgsql as $$
                begin
                    if new.driver = %d then raise exception 'not this one'; end if;
                    return new;
                end $$""".formatted(driver)));
        got(database.query("""
                create trigger refuse_assignments before insert on assignment
                for each row execute function refuse_assignments()"""));
    }

    /** As when a node carries out what it was told, and its answer comes too late. */
    @Test
    void who_was_caught_without_an_answer_and_is_not_needed_is_free_again() {
        var drivers = drivers(3);
        var silent = new GripStore(redis, scripts, keys, display, changes) {
            @Override
            Uni<Attempt> claim(
                    long driver, RequestAttempt request, Duration lease, long least, @Nullable GeoPoint from) {
                return super.claim(driver, request, lease, least, from).map(attempt -> {
                    if (driver == drivers.getFirst()) {
                        throw new IllegalStateException("the answer was lost");
                    }
                    return attempt;
                });
            }
        };
        var partly = new Claims(requests, assignments, silent, search, lastKnown, telling, config, metrics(), clock);

        assertThat(got(partly.claim(nearest(2, LONG))).stream().map(Assignment::driver))
                .containsExactlyElementsOf(drivers.subList(1, 3));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(available()).containsExactly(drivers.getFirst()));
    }

    @Test
    void what_an_assignment_was_caught_up_by_is_answered_when_it_is_through() {
        var drivers = drivers(2);
        var order = nearest(2, LONG);
        got(database.query("insert into assignment_token (driver, token) values ($1, 1)", drivers.getFirst()));
        var held = new CompletableFuture<Void>();
        var release = new CompletableFuture<Void>();
        var blocking = database.inTransaction(
                        PATIENCE,
                        transaction -> transaction
                                .preparedQuery("select from assignment_token where driver = $1 for update")
                                .execute(Tuple.of(drivers.getFirst()))
                                .invoke(() -> held.complete(null))
                                .chain(() -> Uni.createFrom().completionStage(release)))
                .subscribeAsCompletionStage();
        got(Uni.createFrom().completionStage(held));

        assertThat(failureOf(claims.claim(order))).isNotNull();
        release.complete(null);
        blocking.join();

        assertThat(got(claimPatiently(order)).stream().map(Assignment::driver))
                .containsExactlyInAnyOrderElementsOf(drivers);
        assertThat(available()).isEmpty();
    }

    @Test
    void who_was_erased_meanwhile_does_not_stand_in_the_way_of_others() {
        var drivers = drivers(3);
        got(database.query("delete from driver where number = $1", drivers.getFirst()));

        assertThat(got(claims.claim(nearest(3, LONG))).stream().map(Assignment::driver))
                .containsExactlyElementsOf(drivers.subList(1, 3));
    }

    @Test
    void who_works_too_long_on_a_request_leaves_it() {
        drivers(1);
        var order = nearest(1, LONG);
        var lease = UUID.randomUUID();
        var begun = (Begun.Ours) got(requests.begin(order, lease, LONG));

        var failure = failureOf(new Pursuit(
                        new Pursuit.Tools(search, lastKnown, grips, assignments, clock, metrics()),
                        order,
                        begun.request(),
                        lease,
                        System.nanoTime() - 1)
                .run());

        assertThat(failure).isInstanceOf(ClaimsUnavailable.class);
        assertThat(available()).hasSize(1);
    }

    private static Throwable failureOf(Uni<?> work) {
        return work.onItemOrFailure()
                .transform((got, failure) -> failure)
                .await()
                .atMost(PATIENCE);
    }

    // ---- a Redis that forgets ---------------------------------------------------------------------------------------

    @Test
    void a_driver_whose_claim_redis_forgot_goes_to_nobody_else() {
        var driver = drivers(1).getFirst();
        var held = got(claims.claim(nearest(1, LONG))).getFirst();
        forgetClaim(driver);
        heard(driver);
        assertThat(available()).as("Redis believes that it is free").containsExactly(driver);

        assertThat(got(claims.claim(nearest(1, LONG)))).isEmpty();

        assertThat(available()).isEmpty();
        assertThat(field(driver, "claim")).startsWith(held.grip().token() + " ");
        got(claims.release(held.id(), held.grip().token()));
        assertThat(available()).containsExactly(driver);
    }

    @Test
    void a_confirmed_driver_that_redis_forgot_goes_to_nobody_else() {
        var driver = drivers(1).getFirst();
        var held = got(claims.claim(nearest(1, LONG))).getFirst();
        got(claims.confirm(held.id(), held.grip().token()));
        send(Command.of("DEL").key(keys.status(driver)));
        send(Command.of("DEL").key(keys.fence(driver)));
        heard(driver);

        assertThat(got(claims.claim(nearest(1, LONG)))).isEmpty();

        assertThat(field(driver, "status")).isEqualTo("BUSY");
        got(claims.release(held.id(), held.grip().token()));
        assertThat(available()).containsExactly(driver);
    }

    @Test
    void a_release_that_came_while_redis_knew_nothing_counts_when_the_driver_is_back() {
        var driver = drivers(1).getFirst();
        var held = got(claims.claim(nearest(1, LONG))).getFirst();
        got(claims.confirm(held.id(), held.grip().token()));
        var fields = List.of("status", "rec", "reason", "claim");
        var read = Command.of("HMGET").key(keys.status(driver));
        fields.forEach(name -> read.arg(name + DriverKeys.who(driver)));
        var asItWas = got(redis.send(read));
        send(Command.of("DEL").key(keys.status(driver)));

        got(claims.release(held.id(), held.grip().token()));
        // Somebody had asked Postgres how the driver stands just before.
        var back = Command.of("HSET").key(keys.status(driver));
        for (int i = 0; i < fields.size(); i++) {
            back.arg(fields.get(i) + DriverKeys.who(driver)).arg(asItWas.get(i).bytes());
        }
        send(back);
        send(Command.of("EXPIRE").key(keys.status(driver)).arg(600));

        await().atMost(PATIENCE).untilAsserted(() -> {
            heard(driver);
            assertThat(available()).containsExactly(driver);
        });
    }

    @Test
    void a_confirmation_takes_a_driver_whose_claim_redis_forgot() {
        var driver = drivers(1).getFirst();
        var held = got(claims.claim(nearest(1, LONG))).getFirst();
        forgetClaim(driver);
        heard(driver);
        assertThat(available()).as("Redis believes that it is free").containsExactly(driver);

        got(claims.confirm(held.id(), held.grip().token()));
        heard(driver);

        assertThat(available()).isEmpty();
        assertThat(field(driver, "reason")).isEqualTo("assigned");
        got(claims.release(held.id(), held.grip().token()));
        assertThat(available()).containsExactly(driver);
    }

    @Test
    void a_token_that_is_not_larger_is_refused_and_a_larger_one_is_drawn() {
        var driver = drivers(1).getFirst();
        long ahead = (clock.now().toEpochMilli() + 3_600_000) * 1_000;
        got(database.query("insert into assignment_token (driver, token) values ($1, $2)", driver, ahead));

        var claimed = got(claims.claim(nearest(1, LONG)));

        assertThat(claimed).hasSize(1);
        assertThat(claimed.getFirst().grip().token()).isEqualTo(ahead + 1);
        assertThat(claimed.getFirst().state()).isEqualTo(State.CLAIMED);
    }

    // -----------------------------------------------------------------------------------------------------------------

    /** Around the place of this test, each a little farther. */
    private List<Long> drivers(int count) {
        var prefix = "race-" + UUID.randomUUID() + "-";
        var numbers = new ArrayList<Long>();
        got(database.query("""
                        insert into driver (id, profile, version) select $1 || n, '{}', 1 from generate_series(1, $2) n
                        returning number""", prefix, count)).forEach(row -> numbers.add(row.getLong("number")));
        var signs = new ArrayList<Sign>();
        for (int i = 0; i < count; i++) {
            signs.add(new Sign(
                    numbers.get(i), new Point(new GeoPoint(place.lat() + i * 1e-5, place.lon()), null, null)));
        }
        // As phones do: what was not heard in time, because the machine is crowded, is said again.
        await().pollDelay(Duration.ZERO).atMost(PATIENCE).untilAsserted(() -> {
            got(positions.take(signs));
            assertThat(available()).hasSize(count);
        });
        return numbers;
    }

    private void heard(long driver) {
        got(positions.take(List.of(new Sign(driver, new Point(place, null, null)))));
    }

    private List<Long> available() {
        return await()
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(() -> got(search.find(new NearestQuery(place, 1_500, 1_000))), Nearest::complete)
                .drivers()
                .stream()
                .map(FoundDriver::driver)
                .toList();
    }

    /** As after a failover to a replica that had not heard of the claim. */
    private void forgetClaim(long driver) {
        var who = DriverKeys.who(driver);
        send(Command.of("HSET").key(keys.status(driver)).arg("status" + who).arg("AVAILABLE"));
        send(Command.of("HDEL").key(keys.status(driver)).arg("claim" + who).arg("reason" + who));
        send(Command.of("DEL").key(keys.fence(driver)));
    }

    private String field(long driver, String name) {
        var reply = got(redis.send(Command.of("HGET").key(keys.status(driver)).arg(name + DriverKeys.who(driver))));
        return reply.isNil() ? "" : reply.text();
    }

    private void send(Command command) {
        got(redis.send(command));
    }

    private ClaimOrder nearest(int count, Duration ttl) {
        return new ClaimOrder("rq-" + UUID.randomUUID(), new Wish.Nearest(place, 1_500, count), ttl);
    }

    private static List<String> ids(List<Assignment> assigned) {
        return assigned.stream().map(Assignment::id).toList();
    }

    private static ClaimMetrics metrics() {
        return new ClaimMetrics(new SimpleMeterRegistry());
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
