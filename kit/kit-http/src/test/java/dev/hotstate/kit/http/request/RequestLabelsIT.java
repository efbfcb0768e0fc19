package dev.hotstate.kit.http.request;

import static dev.hotstate.kit.http.testing.Patience.await;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.testing.KitTest;
import io.micrometer.core.instrument.MeterRegistry;
import io.restassured.http.Method;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@KitTest
class RequestLabelsIT {

    private static final String TOKEN = "t0ken5ecret";

    @Inject
    MeterRegistry meters;

    @Test
    void what_was_sent_is_no_label_whoever_refuses_it() {
        for (var method : List.of(Method.GET, Method.PUT, Method.OPTIONS, Method.HEAD, Method.PATCH)) {
            given().request(method, "/sample/redis/" + TOKEN);
            given().accept("image/png").request(method, "/sample/redis/" + TOKEN);
            given().contentType("text/css").body("x").request(method, "/sample/plans/" + TOKEN);
            given().request(method, "/nowhere/" + TOKEN);
        }
        given().contentType("text/css").body("x").post("/sample/plans");
        given().get("/nowhere/" + TOKEN + ".js");

        awaitLabel(RequestLabels.FILE, "404");
        awaitLabel(RequestLabels.UNMATCHED, "404");
        awaitLabel(RequestLabels.UNMATCHED, "405");
        assertThat(meters.getMeters())
                .noneMatch(meter -> meter.getId().toString().contains(TOKEN));
    }

    @Test
    void a_method_that_nobody_knows_begins_no_series() {
        for (var path : List.of("/", "/nowhere", "/sample/plans")) {
            given().request("M1X", path);
        }
        given().post("/nowhere");

        await().untilAsserted(() -> assertThat(meters.find("http.server.requests")
                        .tag("method", "POST")
                        .timers())
                .isNotEmpty());
        assertThat(meters.getMeters())
                .noneMatch(meter -> meter.getId().toString().contains("M1X"));
    }

    @Test
    void a_resource_is_counted_by_its_template() {
        given().get("/sample/redis/unavailable");
        given().get("/");

        awaitLabel("/sample/redis/{trouble}", "503");
    }

    private void awaitLabel(String label, String status) {
        await().untilAsserted(() -> assertThat(labels(status)).contains(label));
    }

    private Set<String> labels(String status) {
        return meters.find("http.server.requests").tag("status", status).timers().stream()
                .map(timer -> String.valueOf(timer.getId().getTag("uri")))
                .collect(Collectors.toSet());
    }
}
