package dev.hotstate.metrics.report;

import static dev.hotstate.metrics.MetricsFixture.await;
import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.observation.Measurements;
import dev.hotstate.metrics.observation.Recording;
import dev.hotstate.metrics.observation.RecordingConfig;
import dev.hotstate.metrics.observation.Sample;
import dev.hotstate.metrics.platform.MetricsKeys;
import dev.hotstate.metrics.statsd.StatsdServer;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

    @Inject
    RecordingConfig config;

    @Inject
    StatsdServer statsd;

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

    @Test
    void a_series_is_found_by_its_kind_and_by_parts_of_its_name_and_tags() {
        var name = newId("found");
        record(
                new Sample.Count(name + ".Jobs{env=it,queue=mail}", 1),
                new Sample.Count(name + ".Jobs{env=it,queue=print}", 1),
                new Sample.Gauge(name + ".depth{queue=mail}", "a", 1, false));

        found(name).body("items.size()", equalTo(3));
        found("  queue=MAIL  " + name + ".j ")
                .body("items.series", contains(name + ".Jobs{env=it,queue=mail}"))
                .body("items.kind", contains("count"));
        series("text", name, "kind", "gauge").body("items.series", contains(name + ".depth{queue=mail}"));
        series("text", name, "kind", "values").body("items", empty());
        found(name + " nowhere").body("items", empty());
    }

    @Test
    void the_pages_of_what_is_looked_for_are_all_of_it() {
        var name = newId("paged");
        record(IntStream.range(0, 5)
                .mapToObj(i -> new Sample.Count(name + "-" + i, 1))
                .toArray(Sample[]::new));

        var first = series("text", name, "limit", 3).extract().jsonPath();
        assertThat(first.<String>getList("items.series")).containsExactly(name + "-0", name + "-1", name + "-2");
        series("text", name, "limit", 3, "cursor", first.getString("nextCursor"))
                .body("items.series", contains(name + "-3", name + "-4"))
                .body("nextCursor", nullValue());
    }

    @Test
    void no_such_kind_is_refused() {
        asAdmin()
                .queryParam("kind", "counter")
                .get("/series")
                .then()
                .statusCode(400)
                .body("errors.detail", contains("must be count, values, gauge or unique"));
    }

    @Test
    void when_a_series_was_heard_of_is_known_from_how_long_it_lives_on() {
        var name = newId("heard");
        record(
                new Sample.Count(name + ".c", 1),
                Sample.Values.of(name + ".v", 12, 1),
                new Sample.Gauge(name + ".g", "a", 1, false));

        var heard = found(name).extract().jsonPath().<String>getList("items.lastHeardAt");
        assertThat(heard).hasSize(3).allSatisfy(at -> assertHeard(at, Duration.ZERO));

        var anHour = Duration.ofHours(1);
        letLive(keys.seriesCount(name + ".c"), config.seriesLifetime().minus(anHour));
        letLive(keys.seriesGauge(name + ".g"), config.gaugeLifetime().minusMinutes(5));
        assertHeard(found(name + ".c").extract().path("items[0].lastHeardAt"), anHour);
        assertHeard(found(name + ".g").extract().path("items[0].lastHeardAt"), Duration.ofMinutes(5));
    }

    @Test
    void of_what_was_told_under_a_longer_lifetime_nobody_knows_when_it_was_heard_of() {
        var name = newId("longer");
        record(new Sample.Count(name, 1));

        letLive(keys.seriesCount(name), config.seriesLifetime().plusDays(1));

        found(name).body("items[0].lastHeardAt", nullValue());
    }

    @Test
    void where_series_come_in_and_how_many_more_may_is_told() {
        record(new Sample.Count(newId("place"), 1));

        asAdmin()
                .get("/series/intake")
                .then()
                .statusCode(200)
                .body("taken", greaterThanOrEqualTo(1))
                .body("most", equalTo(config.seriesMax()))
                .body("statsd.host", equalTo("127.0.0.1"))
                .body("statsd.udpPort", equalTo(statsd.udpPort()))
                .body("statsd.tcpPort", equalTo(statsd.tcpPort()));
    }

    @Test
    void series_with_the_longest_names_come_in_pages_too() {
        var name = newId("long");
        var names = IntStream.range(0, 3)
                .mapToObj(i -> name + "-" + i)
                .map(each -> each + "語".repeat(300 - each.length()))
                .toList();
        names.forEach(each -> record(new Sample.Gauge(each, "a", 1, false)));

        assertThat(all(1)).containsAll(names);
    }

    private void record(Sample... samples) {
        await(recording.record(new Measurements(List.of(), List.of(), List.of(samples))));
    }

    private void letLive(RedisKey key, Duration time) {
        await(router.send(Command.of("PEXPIRE").key(key).arg(time.toMillis())));
    }

    /** A crowded machine may take a while in between. */
    private static void assertHeard(String at, Duration ago) {
        assertThat(Instant.parse(at)).isCloseTo(Instant.now().minus(ago), within(1, ChronoUnit.MINUTES));
    }

    private static ValidatableResponse found(String text) {
        return series("text", text);
    }

    private static ValidatableResponse series(String name, Object value, Object... more) {
        return asAdmin().queryParams(name, value, more).get("/series").then().statusCode(200);
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
