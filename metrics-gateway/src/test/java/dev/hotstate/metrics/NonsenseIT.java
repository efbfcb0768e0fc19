package dev.hotstate.metrics;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whatever comes is answered, nonsense as such, and what makes sense counts exactly beside it. */
@QuarkusTest
class NonsenseIT {

    private static final String JSON = "application/json";
    private static final List<String> PATHS = List.of(
            "/observations",
            "/observations?batchId=nonsense-batch",
            "/connections",
            "/batch",
            "/limits/check",
            "/limits/check/batch",
            "/limits/peek",
            "/limits/reset",
            "/json",
            "/v1/metrics",
            "/reset",
            "/policies/nonsense/simulation");
    private static final List<String> BODIES = List.of(
            "",
            " ",
            "\u0000",
            "null",
            "true",
            "NaN",
            "1e999999999",
            "\"text\"",
            "[",
            "[[]]",
            "[null]",
            "[1,",
            "{\"\":",
            "{\"a\": NaN}",
            "{} {}",
            "\ufeff{}",
            "[".repeat(5_000),
            "{\"a\":".repeat(5_000),
            "\"" + "x".repeat(100_000) + "\"",
            "{\"hits\": 1e400, \"limit\": -0.0, \"status\": 1e999999999}",
            "{\"checks\": null, \"observations\": [null]}",
            "{\"checks\": [[]], \"observations\": {}}",
            "{\"domain\": \"\", \"descriptors\": [null]}",
            "{\"resourceMetrics\": [null]}",
            "{\"scope\": []}");

    @TestHTTPResource
    URI api;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void a_body_that_makes_no_sense_is_refused_wherever_it_comes() throws Exception {
        var surprises = new ArrayList<String>();
        for (var path : PATHS) {
            for (var body : BODIES) {
                for (var type : new String[] {JSON, "Application/JSON; charset=latin1", ""}) {
                    int status = post(path, type, body);
                    if (status >= 500 || status < 200) {
                        surprises.add("%d %s %s %.40s".formatted(status, path, type, body));
                    }
                }
            }
        }
        assertThat(surprises).isEmpty();
    }

    @Test
    void places_that_make_no_sense_are_refused() throws Exception {
        var surprises = new ArrayList<String>();
        for (var place : new String[] {
            "/endpoints/%00/percentiles",
            "/endpoints/GET_%2F%FF%FE/percentiles",
            "/endpoints/" + "x".repeat(6_000) + "/percentiles",
            "/endpoints/GET_/a/percentiles?hours=99999999999",
            "/endpoints?cursor=%00",
            "/endpoints?cursor=AAAA",
            "/endpoints?limit=-1",
            "/series?cursor=%F0%9F%92%A9",
            "/series?text=%00%20%ED%A0%80&limit=1",
            "/series?kind=%00",
            "/last-hour/endpoint?name=%00",
            "/last-hour/endpoint",
            "/last-hour/endpoints?limit=1e9",
            "/policies?cursor=Ww",
            "/policies/%00",
            "/policies/..%2f..%2f",
            "/envoy/domains/%00",
            "/envoy/domains/" + "d".repeat(3_000),
            "/limits/guard",
            "/limits/guard?deny=200",
            "/limits/guard?policy=%00",
            "/limits/guard/wrong-token",
            "/metrics?x=%00"
        }) {
            var request = to(place).GET().build();
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            if (status >= 500) {
                surprises.add(status + " " + place);
            }
        }
        assertThat(surprises).isEmpty();
    }

    @Test
    void a_policy_with_numbers_from_nowhere_is_refused() {
        for (var spec : new String[] {
            "{\"limit\": 1e400, \"window\": \"PT1M\"}",
            "{\"limit\": 9223372036854775808, \"window\": \"PT1M\"}",
            "{\"limit\": 1.5, \"window\": \"PT1M\"}",
            "{\"limit\": \"1\", \"window\": \"P999999999999D\"}",
            "{\"limit\": 1, \"window\": \"P106751991167300D\"}",
            "{\"limit\": 1, \"window\": -1}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"cost\": 0}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"cost\": 99999999999}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"key\": []}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"key\": [null]}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"match\": {\"methods\": []}}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"adaptive\": {\"endpoint\": \"GET /\", \"errorRateAbove\": NaN}}",
            "{\"limit\": 1, \"window\": \"PT1M\", \"adaptive\": {\"endpoint\": \"GET /\", \"errorRateAbove\": 1e-999}}"
        }) {
            asAdmin().body(spec).put("/policies/" + newId("nonsense")).then().statusCode(400);
        }
    }

    @Test
    void what_can_be_read_counts_under_whatever_name() throws IOException, InterruptedException {
        var json = new ObjectMapper();
        for (var name : new String[] {
            "{}:,\u0000\n\"\\", "\ud83d\udca9\u202e", "\ud800", "%2e%2e", "a".repeat(64), "x", "__other__"
        }) {
            var body = json.createArrayNode();
            body.addObject()
                    .put("instance", name)
                    .put("method", "GET")
                    .put("route", "/" + name)
                    .put("status", 200)
                    .put("durationMs", 1);
            int status = post("/observations", JSON, body.toString());
            assertThat(status).as(name).isEqualTo(200);
        }
        for (var page : new String[] {"/metrics", "/endpoints", "/instances", "/summary", "/errors"}) {
            asAdmin().get(page).then().statusCode(200);
        }
    }

    @Test
    void ten_thousand_characters_are_a_caller_and_more_are_none() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\", \"identifiers\": \"plain\"}");
        var check = "{\"policy\": \"%s\", \"identifier\": \"%s\"}";
        var longest = "\u00fc".repeat(10_000);
        for (var allowed : new boolean[] {true, false}) {
            asAdmin()
                    .body(check.formatted(id, longest))
                    .post("/limits/check")
                    .then()
                    .statusCode(200)
                    .body("allowed", equalTo(allowed));
        }
        asAdmin()
                .body(check.formatted(id, longest + "x"))
                .post("/limits/check")
                .then()
                .statusCode(400);
    }

    @Test
    void who_gives_back_more_than_was_taken_gets_no_more_than_the_limit() {
        for (var algorithm :
                List.of("fixed_window", "sliding_log", "sliding_counter", "sub_window_ring", "token_bucket", "gcra")) {
            var id = policy("{\"limit\": 3, \"window\": \"P1D\", \"algorithm\": \"%s\"}".formatted(algorithm));
            hit(id, -1_000_000).body("allowed", equalTo(true));
            hit(id, 2);
            hit(id, -1_000_000);
            hit(id, 3).body("allowed", equalTo(true));
            hit(id, 1).body("allowed", equalTo(false));
        }
    }

    @Test
    void a_policy_that_is_edited_while_it_is_asked_never_allows_more_than_its_largest_limit() throws Exception {
        var id = policy("{\"limit\": 20, \"window\": \"P1D\"}");
        var allowed = new AtomicInteger();
        var done = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var editing = threads.submit(() -> {
                for (int i = 0; !done.get(); i++) {
                    asAdmin()
                            .body("{\"limit\": %d, \"window\": \"P1D\"}".formatted(i % 2 == 0 ? 10 : 20))
                            .put("/policies/" + id)
                            .then()
                            .statusCode(200);
                }
            });
            Callable<Void> asking = () -> {
                for (int i = 0; i < 25; i++) {
                    boolean may = hit(id, 1).extract().path("allowed");
                    if (may) {
                        allowed.incrementAndGet();
                    }
                }
                return null;
            };
            try {
                awaitAll(threads.invokeAll(List.of(asking, asking, asking, asking, asking, asking)));
            } finally {
                done.set(true);
            }
            editing.get();
        }
        assertThat(allowed.get()).isBetween(10, 20);
    }

    private static void awaitAll(List<Future<Void>> all) throws ExecutionException, InterruptedException {
        for (var each : all) {
            each.get();
        }
    }

    private static ValidatableResponse hit(String policy, int hits) {
        return asAdmin()
                .body("{\"policy\": \"%s\", \"identifier\": \"a\", \"hits\": %d}".formatted(policy, hits))
                .post("/limits/check")
                .then()
                .statusCode(200);
    }

    private int post(String path, String type, String body) throws IOException, InterruptedException {
        var request = to(path).POST(BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(api + path.substring(1)))
                .header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY);
    }
}
