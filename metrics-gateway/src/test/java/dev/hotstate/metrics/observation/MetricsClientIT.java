package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.metrics.client.AnsweredRequest;
import dev.hotstate.metrics.client.MetricsRecorder;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The client against the service. */
@QuarkusTest
class MetricsClientIT {

    @TestHTTPResource
    URI api;

    @Test
    void what_it_records_is_counted() {
        var place = "/" + newId("client");
        try (var recorder = MetricsRecorder.of(api)
                .key(ServiceContract.ADMIN_KEY)
                .instance("client-1")
                .start()) {
            for (int i = 0; i < 3_000; i++) {
                recorder.record(AnsweredRequest.of("GET", place + "/{id}", 200, 12.5));
            }
            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(recorder.stats().sent()).isEqualTo(3_000));
        }
        asAdmin()
                .urlEncodingEnabled(false)
                .get("/endpoints/GET_" + place + "/%7Bid%7D/percentiles")
                .then()
                .statusCode(200)
                .body("allTime.count", equalTo(3_000))
                .body("averageMs", equalTo(12.5f));
    }

    @Test
    void a_key_without_the_right_is_said_and_nothing_waits_for_ever() {
        try (var recorder = MetricsRecorder.of(api).key("no-such-key").start()) {
            recorder.record(AnsweredRequest.of("GET", "/x", 200, 1));
            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(recorder.stats().failed()).isEqualTo(1));
        }
    }
}
