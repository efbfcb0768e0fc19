package dev.hotstate.metrics.report;

import static dev.hotstate.metrics.MetricsFixture.await;
import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.metrics.observation.Measurements;
import dev.hotstate.metrics.observation.Recording;
import dev.hotstate.metrics.observation.Sample;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SeriesResourceIT {

    @Inject
    Recording recording;

    @Inject
    RedisRouter router;

    @Inject
    MetricsKeys keys;

    @Test
    void gauges_that_have_lapsed_hide_none_of_those_behind_them() {
        var name = newId("lapsing");
        var names = IntStream.range(0, 5).mapToObj(i -> name + "-" + i).toList();
        var gauges = names.stream()
                .<Sample>map(each -> new Sample.Gauge(each, "a", 1, false))
                .toList();
        await(recording.record(new Measurements(List.of(), List.of(), gauges)));

        names.subList(0, 3)
                .forEach(each -> await(router.send(Command.of("UNLINK").key(keys.seriesGauge(each)))));

        var found = all(2);
        found.retainAll(names);
        assertThat(found).containsExactlyInAnyOrderElementsOf(names.subList(3, 5));
    }

    /** By the cursors of the pages. */
    private static Set<String> all(int limit) {
        var found = new HashSet<String>();
        String cursor = null;
        do {
            var page = asAdmin()
                    .queryParams(cursor == null ? Map.of("limit", limit) : Map.of("limit", limit, "cursor", cursor))
                    .get("/series")
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            found.addAll(page.<String>getList("items.series"));
            cursor = page.get("nextCursor");
        } while (cursor != null);
        return found;
    }
}
