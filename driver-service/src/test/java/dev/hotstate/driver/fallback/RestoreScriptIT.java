package dev.hotstate.driver.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.DriverRecords;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.LivingDrivers;
import dev.hotstate.driver.position.Standing;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** restore_driver: each word, and what Postgres may tell a Redis that knows the driver. */
class RestoreScriptIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration HEARTBEAT = Duration.ofMinutes(10);
    private static final GeoPoint LYON = new GeoPoint(45.764, 4.8357);
    private static final GeoPoint NEXT_CORNER = new GeoPoint(45.765, 4.8367);
    private static final Standing AVAILABLE = new Standing(Status.AVAILABLE, "");
    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private DriverRedis redis;
    private LivingDrivers drivers;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        drivers = new LivingDrivers(redis, grid, HEARTBEAT);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void whoever_has_lapsed_does_not_come_back() {
        long driver = IDS.incrementAndGet();

        var reply = restore(driver, AVAILABLE, redis.nowMillis() - 1);

        assertThat(reply.status()).isEqualTo(RestoreWord.LAPSED);
        assertThat(got(records().find(driver))).isEmpty();
    }

    @Test
    void whoever_lives_comes_back_as_it_was() {
        long driver = IDS.incrementAndGet();
        long expiry = redis.nowMillis() + 30_000;

        var reply = restore(driver, AVAILABLE, expiry);

        assertThat(reply.status()).isEqualTo(RestoreWord.RESTORED);
        var state = known(driver);
        assertThat(state.status()).isEqualTo(Status.AVAILABLE);
        assertThat(state.expiry()).as("nothing was heard of it").isEqualTo(expiry);
        assertThat(state.position().place()).isEqualTo(NEXT_CORNER);
        assertThat(redis.ttlMillis(redis.keys.status(driver))).isPositive();
    }

    @Test
    void a_second_time_changes_nothing() {
        long driver = IDS.incrementAndGet();
        long expiry = redis.nowMillis() + 30_000;
        restore(driver, AVAILABLE, expiry);
        var first = known(driver);

        assertThat(restore(driver, AVAILABLE, expiry).status()).isEqualTo(RestoreWord.KNOWN);
        assertThat(known(driver)).isEqualTo(first);
    }

    @Test
    void who_is_known_is_where_redis_says() {
        long driver = drivers.available(LYON);
        var before = known(driver);

        var reply = restore(driver, AVAILABLE, before.expiry() + 30_000);

        assertThat(reply.status()).isEqualTo(RestoreWord.KNOWN);
        assertThat(known(driver)).isEqualTo(before);
    }

    @Test
    void a_later_word_of_somebody_holds() {
        long driver = drivers.available(LYON);
        var before = known(driver);

        var reply = restore(driver, said(Status.OFFLINE, "home", before.expiry()), before.expiry());

        assertThat(reply.status()).isEqualTo(RestoreWord.RESTORED);
        assertThat(DriverState.of(reply.values()).left()).as("is to be cleaned").containsExactly(grid.of(LYON));
        var state = known(driver);
        assertThat(state.status()).isEqualTo(Status.OFFLINE);
        assertThat(state.reason()).isEqualTo("home");
        assertThat(state.said()).isEqualTo(before.expiry());
        assertThat(state.expiry()).as("later than what cells know").isGreaterThan(before.expiry());
    }

    @Test
    void an_earlier_word_does_not() {
        long driver = drivers.available(LYON);
        long expiry = known(driver).expiry();
        restore(driver, said(Status.AVAILABLE, "", expiry), expiry);

        assertThat(restore(driver, said(Status.OFFLINE, "home", expiry - 1), expiry)
                        .status())
                .isEqualTo(RestoreWord.KNOWN);
        assertThat(known(driver).status()).isEqualTo(Status.AVAILABLE);
    }

    @Test
    void who_is_available_again_by_a_later_word_and_has_gone_silent_is_offline() {
        long driver = drivers.standing(Status.OFFLINE, "home", LYON);
        var lapsed = redis.clock.now().minusSeconds(60);
        redis.setExpiry(driver, lapsed);

        restore(driver, said(Status.AVAILABLE, "", lapsed.toEpochMilli()), lapsed.toEpochMilli());

        assertThat(known(driver).status()).isEqualTo(Status.OFFLINE);
        assertThat(known(driver).reason()).isEqualTo("heartbeat");
    }

    @Test
    void a_later_claim_holds_and_is_stronger_than_a_word() {
        long driver = drivers.available(LYON);
        long expiry = known(driver).expiry();
        var claimed = new Standing(Status.BUSY, "claimed", "7 %d 3".formatted(expiry + 60_000), 0);

        assertThat(restore(driver, claimed, expiry).status()).isEqualTo(RestoreWord.RESTORED);
        assertThat(known(driver).status()).isEqualTo(Status.BUSY);
        assertThat(known(driver).reason()).isEqualTo("claimed");

        assertThat(restore(driver, said(Status.OFFLINE, "home", expiry + 10), expiry)
                        .status())
                .isEqualTo(RestoreWord.KNOWN);
        assertThat(known(driver).status()).isEqualTo(Status.BUSY);
    }

    @Test
    void who_is_held_by_nobody_any_more_is_free() {
        long driver = drivers.available(LYON);
        long expiry = known(driver).expiry();
        restore(driver, new Standing(Status.BUSY, "assigned", "7 - 3", 0), expiry);
        var held = known(driver);

        var reply = restore(driver, over(7), expiry);

        assertThat(reply.status()).isEqualTo(RestoreWord.RESTORED);
        var state = known(driver);
        assertThat(state.status()).isEqualTo(Status.AVAILABLE);
        assertThat(state.expiry()).as("later than what cells know").isGreaterThan(held.expiry());
        assertThat(restore(driver, over(7), expiry).status()).isEqualTo(RestoreWord.KNOWN);
        assertThat(restore(driver, new Standing(Status.BUSY, "assigned", "7 - 3", 0), expiry)
                        .status())
                .as("what comes late about the claim")
                .isEqualTo(RestoreWord.KNOWN);
        assertThat(known(driver)).isEqualTo(state);
    }

    /** Postgres may be about to learn of it. */
    @Test
    void a_claim_that_is_later_than_the_one_that_is_over_stays() {
        long driver = drivers.available(LYON);
        long expiry = known(driver).expiry();
        restore(driver, new Standing(Status.BUSY, "claimed", "8 %d 3".formatted(expiry + 60_000), 0), expiry);
        var held = known(driver);

        assertThat(restore(driver, over(7), expiry).status()).isEqualTo(RestoreWord.KNOWN);
        assertThat(known(driver)).isEqualTo(held);
    }

    @Test
    void what_was_said_after_a_claim_was_over_holds() {
        long driver = drivers.available(LYON);
        long expiry = known(driver).expiry();
        restore(driver, new Standing(Status.BUSY, "assigned", "7 - 3", 0), expiry);

        restore(driver, new Standing(Status.OFFLINE, "home", "7 x 0", expiry + 10), expiry);

        assertThat(known(driver).status()).isEqualTo(Status.OFFLINE);
        assertThat(known(driver).reason()).isEqualTo("home");
    }

    private static Standing over(long token) {
        return new Standing(Status.AVAILABLE, "", token + " x 0", 0);
    }

    private static Standing said(Status status, String reason, long at) {
        return new Standing(status, reason, "", at);
    }

    /** As Postgres knows it: at the next corner. */
    private ScriptReply<RestoreWord> restore(long driver, Standing standing, long expiry) {
        return got(redis.scripts
                .run(RestoreStore.RESTORE_DRIVER, redis.keys.status(driver))
                .idempotent()
                .args(
                        standing.text(),
                        grid.of(NEXT_CORNER).bytes(),
                        NEXT_CORNER.latE7(),
                        NEXT_CORNER.lonE7(),
                        redis.nowMillis() - 1_000,
                        expiry,
                        DriverKeys.who(driver)));
    }

    private DriverState known(long driver) {
        return got(records().find(driver)).orElseThrow();
    }

    private DriverRecords records() {
        return new DriverRecords(redis.router, redis.keys);
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
