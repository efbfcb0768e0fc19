package dev.hotstate.driver.claim;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.claim.GripStore.Attempt;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.DeafDisplay;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.LivingDrivers;
import dev.hotstate.driver.position.Standing;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** claim_driver, hold_driver and release_driver: each word, and what cells show afterwards. */
class ClaimScriptsIT {

    private static final GeoPoint HAMBURG = new GeoPoint(53.5511, 9.9937);
    private static final GeoPoint LUEBECK = new GeoPoint(53.8655, 10.6866);
    private static final Duration LONG = ofSeconds(60);
    private static final Duration PATIENCE = ofSeconds(15);
    private static final AtomicLong REQUESTS = new AtomicLong(System.nanoTime());

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private final long request = REQUESTS.incrementAndGet();
    private DriverRedis redis;
    private LivingDrivers drivers;
    private GripStore store;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        drivers = new LivingDrivers(redis, grid, LONG);
        store = new GripStore(redis.router, redis.scripts, redis.keys, drivers.display(), new DriverChanges(List.of()));
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void an_available_driver_is_claimed_and_hidden() {
        long driver = drivers.available(HAMBURG);

        var grip = claimed(driver, request, LONG);

        assertThat(field(driver, "status")).isEqualTo("BUSY");
        assertThat(field(driver, "reason")).isEqualTo("claimed");
        assertThat(isShown(driver, HAMBURG)).isFalse();
        assertThat(grip.leaseEnd()).isNotNull().isAfter(redis.clock.now().plusSeconds(30));
        assertThat(redis.ttlMillis(redis.keys.fence(driver))).isPositive();
    }

    @Test
    void a_driver_that_is_claimed_goes_to_nobody_else() {
        long driver = drivers.available(HAMBURG);
        claimed(driver, request, LONG);

        assertThat(missed(driver, REQUESTS.incrementAndGet())).isEqualTo(ClaimWord.TAKEN);
    }

    @Test
    void the_same_request_is_answered_alike() {
        long driver = drivers.available(HAMBURG);
        var first = claimed(driver, request, LONG);

        assertThat(claimed(driver, request, LONG)).isEqualTo(first);
    }

    @Test
    void who_is_busy_or_offline_is_not_to_be_had() {
        assertThat(missed(drivers.standing(Status.BUSY, HAMBURG), request)).isEqualTo(ClaimWord.TAKEN);
        assertThat(missed(drivers.standing(Status.OFFLINE, HAMBURG), request)).isEqualTo(ClaimWord.TAKEN);
    }

    @Test
    void who_went_silent_is_not_to_be_had() {
        long driver = drivers.available(HAMBURG);
        goSilent(driver);

        assertThat(missed(driver, request)).isEqualTo(ClaimWord.SILENT);
    }

    @Test
    void whom_redis_does_not_know_is_not_to_be_had() {
        assertThat(missed(REQUESTS.incrementAndGet(), request)).isEqualTo(ClaimWord.UNKNOWN);
    }

    @Test
    void tokens_grow_even_when_redis_forgets_the_last_one() {
        long driver = drivers.available(HAMBURG);
        long first = claimed(driver, request, LONG).token();
        got(store.release(driver, grip(first)));
        redis.send(Command.of("EXPIRE").key(redis.keys.fence(driver)).arg(0));

        assertThat(claimed(driver, REQUESTS.incrementAndGet(), LONG).token()).isGreaterThan(first);
    }

    @Test
    void tokens_grow_when_the_clock_goes_back() {
        long driver = drivers.available(HAMBURG);
        long ahead = (redis.nowMillis() + 3_600_000) * 1_000;
        redis.send(Command.of("SET")
                .key(redis.keys.fence(driver))
                .arg(ahead)
                .arg("EX")
                .arg(60));

        assertThat(claimed(driver, request, LONG).token()).isEqualTo(ahead + 1);
    }

    @Test
    void a_token_is_as_large_as_postgres_wants_it() {
        long driver = drivers.available(HAMBURG);
        long ahead = (redis.nowMillis() + 3_600_000) * 1_000;

        var attempt = (Attempt.Claimed) got(store.claim(driver, first(request), LONG, ahead, null));

        assertThat(attempt.grip().token()).isEqualTo(ahead);
    }

    @Test
    void a_released_driver_is_shown_again() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);

        assertThat(got(store.release(driver, grip))).isEqualTo(ReleaseWord.RELEASED);

        assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
        assertThat(field(driver, "claim")).isEqualTo(grip.token() + " x " + request);
        assertThat(isShown(driver, HAMBURG)).isTrue();
    }

    @Test
    void who_went_silent_meanwhile_is_offline_when_released() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);
        goSilent(driver);

        got(store.release(driver, grip));

        assertThat(field(driver, "status")).isEqualTo("OFFLINE");
        assertThat(field(driver, "reason")).isEqualTo("heartbeat");
        assertThat(isShown(driver, HAMBURG)).isFalse();
    }

    @Test
    void an_older_token_does_not_release_a_driver() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);

        assertThat(got(store.release(driver, grip(grip.token() - 1)))).isEqualTo(ReleaseWord.OUTDATED);
        assertThat(got(store.release(REQUESTS.incrementAndGet(), grip))).isEqualTo(ReleaseWord.UNKNOWN);

        assertThat(field(driver, "status")).isEqualTo("BUSY");
    }

    @Test
    void a_later_token_releases_a_driver_from_one_that_must_be_over() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);

        assertThat(got(store.release(driver, grip(grip.token() + 1)))).isEqualTo(ReleaseWord.RELEASED);

        assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
    }

    @Test
    void the_end_of_a_claim_that_does_not_hold_the_driver_is_noted() {
        long driver = drivers.standing(Status.BUSY, "break", HAMBURG);

        assertThat(got(store.release(driver, grip(7)))).isEqualTo(ReleaseWord.NOTED);
        assertThat(got(store.release(driver, grip(7)))).isEqualTo(ReleaseWord.OUTDATED);
        assertThat(got(store.hold(driver, grip(7), 0))).isEqualTo(HoldWord.ENDED);

        assertThat(field(driver, "status")).isEqualTo("BUSY");
        assertThat(field(driver, "reason")).isEqualTo("break");
    }

    @Test
    void who_came_back_from_postgres_is_held_and_released_by_its_claim() {
        long driver = drivers.standing(new Standing(Status.BUSY, "assigned", "7 - " + request, 0), HAMBURG);
        assertThat(field(driver, "claim")).isEqualTo("7 - " + request);

        assertThat(got(store.hold(driver, new Grip(7, null, request), 0))).isEqualTo(HoldWord.HELD);
        assertThat(field(driver, "status")).isEqualTo("BUSY");
        assertThat(got(store.release(driver, grip(7)))).isEqualTo(ReleaseWord.RELEASED);

        assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
    }

    @Test
    void a_claim_that_came_back_from_postgres_ends_with_its_lease() {
        var over = Long.toString(redis.nowMillis() - 1);

        long driver = drivers.standing(new Standing(Status.BUSY, "claimed", "7 " + over + " 1", 0), HAMBURG);

        assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
        assertThat(isShown(driver, HAMBURG)).isTrue();
    }

    @Test
    void a_confirmed_driver_has_no_lease() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, ofMillis(1));

        assertThat(got(store.hold(driver, confirmed(grip), 0))).isEqualTo(HoldWord.HELD);
        drivers.heard(driver);

        assertThat(field(driver, "status")).isEqualTo("BUSY");
        assertThat(field(driver, "reason")).isEqualTo("assigned");
        assertThat(isShown(driver, HAMBURG)).isFalse();
    }

    @Test
    void a_driver_that_is_held_but_still_shown_is_hidden_when_that_is_said_again() {
        long driver = drivers.available(HAMBURG);
        var deaf = new GripStore(
                redis.router, redis.scripts, redis.keys, new DeafDisplay(redis, grid), new DriverChanges(List.of()));

        assertThatThrownBy(() -> got(deaf.hold(driver, grip(7), 0))).hasMessage("the node is away");
        assertThat(field(driver, "status")).isEqualTo("BUSY");
        assertThat(isShown(driver, HAMBURG)).isTrue();

        assertThat(got(store.hold(driver, grip(7), 0))).isEqualTo(HoldWord.HELD);
        assertThat(isShown(driver, HAMBURG)).isFalse();
    }

    @Test
    void a_confirmation_that_is_told_after_the_lease_still_takes_the_driver() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, ofMillis(1));
        await().atMost(PATIENCE).until(() -> {
            drivers.heard(driver);
            return field(driver, "status").equals("AVAILABLE");
        });

        assertThat(got(store.hold(driver, confirmed(grip), 0))).isEqualTo(HoldWord.HELD);
        drivers.heard(driver);

        assertThat(field(driver, "status")).isEqualTo("BUSY");
        assertThat(isShown(driver, HAMBURG)).isFalse();
    }

    @Test
    void a_driver_that_went_silent_without_its_claim_is_held_all_the_same() {
        var shortLived = new LivingDrivers(redis, grid, ofMillis(100));
        long driver = shortLived.available(HAMBURG);
        redis.send(Command.of("HSET")
                .key(redis.keys.status(driver))
                .arg("status" + DriverKeys.who(driver))
                .arg("OFFLINE")
                .arg("reason" + DriverKeys.who(driver))
                .arg("heartbeat"));

        got(store.hold(driver, grip(7), 0));
        drivers.heard(driver);

        assertThat(field(driver, "status")).isEqualTo("BUSY");
    }

    @Test
    void a_later_claim_is_not_replaced_unless_postgres_has_refused_it() {
        long driver = drivers.available(HAMBURG);
        var later = claimed(driver, request, LONG);

        assertThat(got(store.hold(driver, grip(7), 0))).isEqualTo(HoldWord.OUTDATED);
        assertThat(got(store.hold(driver, grip(7), later.token()))).isEqualTo(HoldWord.HELD);

        assertThat(field(driver, "claim")).startsWith("7 - ");
    }

    @Test
    void a_request_gives_back_what_it_holds_and_nothing_else() {
        long driver = drivers.available(HAMBURG);
        claimed(driver, request, LONG);

        assertThat(got(store.giveBack(driver, first(REQUESTS.incrementAndGet()))))
                .isEqualTo(GiveBackWord.OUTDATED);
        assertThat(got(store.giveBack(REQUESTS.incrementAndGet(), first(request))))
                .isEqualTo(GiveBackWord.UNKNOWN);
        assertThat(isShown(driver, HAMBURG)).isFalse();
        assertThat(got(store.giveBack(driver, first(request)))).isEqualTo(GiveBackWord.RELEASED);

        assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
        assertThat(isShown(driver, HAMBURG)).isTrue();
    }

    /** What was written to a node that was silent is carried out when it answers again. */
    @Test
    void what_an_earlier_attempt_says_late_changes_nothing() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);

        var taken = (Attempt.Claimed) got(store.claim(driver, second(request), LONG, 0, null));

        assertThat(taken.grip()).isEqualTo(grip);
        assertThat(missed(driver, request)).isEqualTo(ClaimWord.TAKEN);
        assertThat(got(store.giveBack(driver, first(request)))).isEqualTo(GiveBackWord.OUTDATED);
        assertThat(isShown(driver, HAMBURG)).isFalse();
        assertThat(got(store.giveBack(driver, second(request)))).isEqualTo(GiveBackWord.RELEASED);
    }

    @Test
    void whom_postgres_has_granted_no_attempt_gives_back() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);
        got(store.hold(driver, grip, 0));

        assertThat(got(store.giveBack(driver, first(request)))).isEqualTo(GiveBackWord.OUTDATED);

        assertThat(field(driver, "claim")).isEqualTo(grip.text());
        assertThat(isShown(driver, HAMBURG)).isFalse();
    }

    @Test
    void a_lease_does_not_come_back_late() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);
        got(store.hold(driver, confirmed(grip), 0));

        got(store.hold(driver, grip, 0));

        assertThat(field(driver, "claim")).isEqualTo(grip.token() + " - " + request);
    }

    @Test
    void a_driver_is_not_held_after_it_was_released() {
        long driver = drivers.available(HAMBURG);
        var grip = claimed(driver, request, LONG);
        got(store.release(driver, grip));

        assertThat(got(store.hold(driver, confirmed(grip), 0))).isEqualTo(HoldWord.ENDED);
        assertThat(got(store.hold(REQUESTS.incrementAndGet(), grip, 0))).isEqualTo(HoldWord.UNKNOWN);

        assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
    }

    @Test
    void the_next_sign_of_life_after_the_lease_frees_the_driver() {
        long driver = drivers.available(HAMBURG);
        claimed(driver, request, ofMillis(1));

        await().atMost(ofSeconds(15)).untilAsserted(() -> {
            drivers.heard(driver);
            assertThat(field(driver, "status")).isEqualTo("AVAILABLE");
        });
        assertThat(isShown(driver, HAMBURG)).isTrue();
    }

    @Test
    void a_claimed_driver_moves_without_being_shown() {
        long driver = drivers.available(HAMBURG);
        claimed(driver, request, LONG);

        drivers.moved(driver, LUEBECK);
        drivers.moved(driver, HAMBURG);

        assertThat(isShown(driver, HAMBURG)).isFalse();
        assertThat(isShown(driver, LUEBECK)).isFalse();
    }

    @Test
    void of_many_requests_at_once_one_gets_the_driver() {
        long driver = drivers.available(HAMBURG);

        var attempts = got(Uni.join()
                .all(IntStream.range(0, 32)
                        .mapToObj(any -> store.claim(driver, first(REQUESTS.incrementAndGet()), LONG, 0, null))
                        .toList())
                .andFailFast());

        assertThat(attempts).filteredOn(Attempt.Claimed.class::isInstance).hasSize(1);
        assertThat(attempts.stream()
                        .filter(Attempt.Missed.class::isInstance)
                        .map(attempt -> ((Attempt.Missed) attempt).why()))
                .containsOnly(ClaimWord.TAKEN);
    }

    private static RequestAttempt first(long number) {
        return new RequestAttempt(number, 1);
    }

    private static RequestAttempt second(long number) {
        return new RequestAttempt(number, 2);
    }

    /** As if its last sign of life were a heartbeat ago. */
    private void goSilent(long driver) {
        redis.setExpiry(driver, Instant.ofEpochMilli(redis.nowMillis() - 1));
    }

    private Grip grip(long token) {
        return new Grip(token, null, request);
    }

    private static Grip confirmed(Grip grip) {
        return new Grip(grip.token(), null, grip.request());
    }

    private Grip claimed(long driver, long number, Duration lease) {
        return ((Attempt.Claimed) got(store.claim(driver, first(number), lease, 0, null))).grip();
    }

    private ClaimWord missed(long driver, long number) {
        return ((Attempt.Missed) got(store.claim(driver, first(number), LONG, 0, null))).why();
    }

    private String field(long driver, String name) {
        return redis.field(redis.keys.status(driver), name + DriverKeys.who(driver))
                .orElse("");
    }

    private boolean isShown(long driver, GeoPoint place) {
        return List.copyOf(redis.members(redis.keys.geo(grid.of(place)))).contains(DriverKeys.member(driver));
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
