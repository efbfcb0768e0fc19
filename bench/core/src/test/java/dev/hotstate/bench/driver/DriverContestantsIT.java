package dev.hotstate.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** That the benchmark still speaks the language of the service, which may change; its figures say nothing here. */
@TestMethodOrder(OrderAnnotation.class)
class DriverContestantsIT {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final int SIZE = 5_000;
    private static final Duration SHORT = Duration.ofMillis(300);

    private static BenchScope scope;
    private static DriverStage stage;
    private static SeedRedis seed;
    private static LoadProcess load;

    @BeforeAll
    static void start() throws Exception {
        scope = new BenchScope(CHECKOUT, true);
        stage = DriverStage.start(scope);
        seed = new SeedRedis(PlainRedis.start(scope));
        load = scope.own(LoadProcess.start());
        assertFigures(new Loading(stage, SIZE));
    }

    @AfterAll
    static void stop() {
        scope.close();
    }

    @Test
    @Order(1)
    void searches_find_drivers_over_http_and_by_the_path_of_the_seed() throws Exception {
        assertFigures(new Searches(stage, load, "searches", SHORT));
        assertFigures(new ColdSearches(stage, SIZE, 1));
        assertFigures(new SeedSearches(stage, seed, SIZE, 10));
    }

    @Test
    @Order(2)
    void updates_are_recorded_within_geofences_too() throws Exception {
        assertFigures(new Updates(stage, "updates", SIZE, 3));
        assertFigures(new SeedUpdates(stage, seed, SIZE, SIZE));
    }

    @Test
    @Order(3)
    void without_redis_postgres_answers() throws Exception {
        assertFigures(new FallbackSearches(stage, load, SIZE, SHORT));
    }

    private static void assertFigures(Contestant contestant) throws Exception {
        contestant.start();
        try {
            var values = contestant.measure().values();
            assertThat(values).isNotEmpty();
            values.forEach((metric, value) -> assertThat(value).as(metric).isNotNegative());
            assertThat(values.getOrDefault("failed", 0.0)).isZero();
        } finally {
            contestant.stop();
        }
    }
}
