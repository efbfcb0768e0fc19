package dev.hotstate.monitor.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RetentionWorkerTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final int STEP = RetentionWorker.ROWS_PER_STATEMENT;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> asked = new ArrayList<>();

    @AfterAll
    static void close() {
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void removes_step_by_step_what_has_been_kept_long_enough() {
        run(true, table("hours", 2 * STEP + 1));

        assertThat(asked)
                .containsExactly(
                        "hours before 2026-11-08T12:00:00Z",
                        "hours before 2026-11-08T12:00:00Z",
                        "hours before 2026-11-08T12:00:00Z");
        assertThat(removed("hours")).isEqualTo(2 * STEP + 1);
    }

    @Test
    void who_is_not_the_one_to_do_it_removes_nothing() {
        run(false, table("hours", 5));

        assertThat(asked).isEmpty();
    }

    @Test
    void a_table_that_fails_holds_up_no_other() {
        var broken = new AgingRows(
                "broken", Duration.ofDays(1), (time, max) -> Uni.createFrom().failure(new IllegalStateException("no")));

        run(true, broken, table("hours", 5));

        assertThat(removed("hours")).isEqualTo(5);
    }

    private void run(boolean ours, AgingRows... kinds) {
        new RetentionWorker(List.of(kinds), () -> ours, Clock.fixed(NOON, ZoneOffset.UTC), VERTX, meters)
                .tick()
                .await()
                .atMost(Duration.ofSeconds(10));
    }

    private AgingRows table(String name, int rows) {
        var left = new int[] {rows};
        return new AgingRows(name, Duration.ofDays(10), (time, max) -> {
            asked.add(name + " before " + time);
            int gone = Math.min(max, left[0]);
            left[0] -= gone;
            return Uni.createFrom().item(gone);
        });
    }

    private double removed(String kind) {
        return meters.get("monitor.retention.removed")
                .tag("kind", kind)
                .counter()
                .count();
    }
}
