package dev.hotstate.kit.redis.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Failures;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(value = ClusterResource.class, restrictToAnnotatedClass = true)
class RouterProducerIT {

    @Inject
    RedisRouter router;

    @Inject
    MeterRegistry meters;

    @Inject
    Retries retries;

    @Test
    void background_work_is_retried_inside_quarkus_too() {
        // Given
        AtomicInteger tries = new AtomicInteger();
        // When
        String result = retries.run(() -> tries.incrementAndGet() == 1
                        ? Uni.createFrom().<String>failure(Failures.timedOut())
                        : Uni.createFrom().item("done"))
                .await()
                .atMost(Duration.ofSeconds(20));
        // Then
        assertThat(result).isEqualTo("done");
        assertThat(tries).hasValue(2);
    }

    @Test
    void a_service_finds_its_router_ready_logged_in_guarded_and_metered() {
        // When
        long value = router.send(Command.of("INCR").key(RedisKey.of("test:probe:counter:cdi")))
                .await()
                .indefinitely()
                .integer();
        // Then
        assertThat(value).isEqualTo(1);
        assertThat(router.masters())
                .hasSize(3)
                .allMatch(node -> router.guardOf(node).state() == NodeGuard.State.CLOSED);
        assertThat(meters.get("hotstate.redis.command")
                        .tag("outcome", "replied")
                        .functionCounter()
                        .count())
                .isPositive();
        assertThat(meters.get("hotstate.redis.breaker.state").gauges()).hasSizeGreaterThanOrEqualTo(3);
    }
}
