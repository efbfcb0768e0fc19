package dev.hotstate.monitor.schedule;

import static java.time.Duration.ofSeconds;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.MonitorSchedule.Hastening;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.schedule.ClaimOutcome.Claimed;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** The schedule for tests of what comes after a claim. */
public final class TestSchedule {

    private final MonitorRedis redis;
    private final ScheduleStore store;

    public TestSchedule(MonitorRedis redis) {
        this.redis = redis;
        this.store = new ScheduleStore(redis.scripts, redis.keys, redis.clock, TestConfig.usual());
    }

    public void enroll(Monitor monitor) {
        await(store.enroll(List.of(monitor), true));
    }

    public Hastening hasten(String id) {
        return await(store.hasten(id));
    }

    public void withdraw(String id, int version) {
        await(store.withdraw(id, version, "deleted"));
    }

    /** Claims this very monitor, which must be due, and gives the fence. */
    public String claim(String id) {
        var outcome = (Claimed) await(store.claimDue(redis.keys.partitionOf(id), 500));
        return outcome.claims().stream()
                .filter(claim -> claim.monitor().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " is not due: " + outcome))
                .fence();
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(15));
    }
}
