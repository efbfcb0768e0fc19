package dev.hotstate.kit.redis.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.vitals.Vitals.CommandVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class VitalsHealthCheckTest {

    @Test
    void trouble_leaves_the_service_ready_and_is_told_with_its_beginning() {
        var since = Instant.parse("2026-11-18T10:00:00Z");
        var response = new VitalsHealthCheck(always(degraded(new Reason("redis-down", "No Redis node answers", since))))
                .call();
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsEntry("degraded", true)
                .containsEntry("redis", "down")
                .containsEntry("postgres", "up")
                .containsEntry("reason-1", "No Redis node answers (since 2026-11-18T10:00:00Z)");
    }

    @Test
    void without_trouble_there_is_no_reason() {
        var response = new VitalsHealthCheck(always(VitalsFixture.at(Instant.EPOCH, 1))).call();
        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsEntry("degraded", false)
                .doesNotContainKey("reason-1");
    }

    private static Vitals degraded(Reason reason) {
        return new Vitals(
                Instant.EPOCH,
                true,
                List.of(reason),
                VitalsFixture.redis(VitalsFixture.master("a").silent().build()),
                VitalsFixture.postgres(State.UP),
                VitalsFixture.cache(0, 0),
                new CommandVitals(0, 0, null));
    }

    private static VitalsSource always(Vitals vitals) {
        return new VitalsSource() {
            @Override
            public Vitals current() {
                return vitals;
            }

            @Override
            public VitalsHistory history() {
                throw new AssertionError("not asked by the health check");
            }

            @Override
            public Subscription onPoll(Consumer<Vitals> listener) {
                throw new AssertionError("not asked by the health check");
            }
        };
    }
}
