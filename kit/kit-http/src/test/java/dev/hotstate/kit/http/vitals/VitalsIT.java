package dev.hotstate.kit.http.vitals;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.create;
import static dev.hotstate.kit.http.testing.Patience.await;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import io.quarkus.test.common.http.TestHTTPResource;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

@KitTest
class VitalsIT {

    @TestHTTPResource("/vitals/stream")
    URI stream;

    @Test
    void the_state_of_redis_and_postgres_is_told() {
        var key = create("read");

        await().untilAsserted(() -> as(key).get("/vitals")
                .then()
                .statusCode(200)
                .body("redis.state", equalTo("up"))
                .body("redis.slotsCovered", equalTo(16384))
                .body("redis.nodes", hasSize(3))
                .body("redis.nodes[0].memoryPolicy", equalTo("noeviction"))
                .body("postgres.state", equalTo("up"))
                .body("asOf", notNullValue()));
    }

    @Test
    void the_last_hour_is_told_in_series() {
        as(create("read"))
                .get("/vitals/history")
                .then()
                .statusCode(200)
                .body("stepSeconds", notNullValue())
                .body("series.commandsPerSecond", notNullValue());
    }

    @Test
    void two_pages_see_each_look() throws IOException {
        var authorization = "Authorization: Bearer " + create("read").text() + "\r\n";
        try (var one = EventStreamClient.open(stream, authorization);
                var other = EventStreamClient.open(stream, authorization)) {
            await().untilAsserted(() -> assertThat(one.values("id")).hasSizeGreaterThan(2));
            await().untilAsserted(() -> assertThat(other.values("id")).hasSizeGreaterThan(2));

            assertThat(one.values("event")).containsOnly("vitals");
            assertThat(one.values("data")).allMatch(data -> data.startsWith("{\"asOf\""));
        }
    }

    @Test
    void not_everybody_is_told() {
        isProblem(given().get("/vitals"), KitProblem.NOT_AUTHENTICATED);
        isProblem(given().get("/vitals/stream"), KitProblem.NOT_AUTHENTICATED);
    }
}
