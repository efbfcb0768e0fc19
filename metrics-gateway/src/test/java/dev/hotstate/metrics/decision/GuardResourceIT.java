package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.metrics.decision.StructuredList.Member;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class GuardResourceIT {

    private String place;
    private String id;

    @BeforeEach
    void limit() {
        place = "/" + newId("shop");
        id = policy("{\"match\": {\"route\": \"%s/*\"}, \"limit\": 2, \"window\": \"P1D\"}".formatted(place));
    }

    @Test
    void a_request_that_may_go_on_learns_what_is_left() {
        var fields = forwarded("192.0.2.1")
                .get("/limits/guard")
                .then()
                .statusCode(204)
                .extract()
                .headers();

        assertThat(StructuredList.parse(fields.getValue("RateLimit-Policy")))
                .containsExactly(new Member(id, Map.of("q", 2L, "w", 86_400L)));
        var state = StructuredList.parse(fields.getValue("RateLimit"));
        assertThat(state).hasSize(1);
        assertThat(state.getFirst().parameters()).containsEntry("r", 1L).containsKey("t");
        assertThat(fields.getValue("X-RateLimit-Limit")).isEqualTo("2");
        assertThat(fields.getValue("X-RateLimit-Remaining")).isEqualTo("1");
    }

    @Test
    void a_request_that_may_not_gets_a_problem() {
        useUp("192.0.2.2");
        forwarded("192.0.2.2")
                .get("/limits/guard")
                .then()
                .statusCode(429)
                .contentType("application/problem+json")
                .header("Retry-After", matchesPattern("[1-9][0-9]*"))
                .header("RateLimit", matchesPattern(".*;r=0;.*"))
                .body("type", endsWith("#quota-exceeded"))
                .body("violated-policies", contains(id));
        forwarded("192.0.2.3").get("/limits/guard").then().statusCode(204);
    }

    @Test
    void nginx_gets_a_status_that_it_knows() {
        useUp("192.0.2.4");
        forwarded("192.0.2.4")
                .get("/limits/guard?deny=403")
                .then()
                .statusCode(403)
                .header("Retry-After", matchesPattern("[1-9][0-9]*"));
        forwarded("192.0.2.4")
                .get("/limits/guard?deny=500")
                .then()
                .statusCode(400)
                .body("errors[0].parameter", equalTo("deny"));
    }

    @Test
    void the_client_is_the_one_whom_the_proxy_has_seen() {
        useUp("192.0.2.5");
        forwarded("198.51.100.1, 192.0.2.5").get("/limits/guard").then().statusCode(429);
    }

    @Test
    void what_a_client_writes_into_a_header_of_its_own_is_not_believed() {
        useUp("192.0.2.12");
        asAdmin()
                .header("X-Forwarded-Uri", place + "/1")
                .header("X-Forwarded-For", "198.51.100.2", "192.0.2.12")
                .get("/limits/guard")
                .then()
                .statusCode(429);
    }

    @Test
    void a_query_makes_no_other_route() {
        var login = "/" + newId("login");
        policy("{\"match\": {\"route\": \"%s\"}, \"key\": [\"ip\", \"route\"], \"limit\": 1, \"window\": \"P1D\"}"
                .formatted(login));
        asked(login + "?a=1", "192.0.2.9").get("/limits/guard").then().statusCode(204);
        asked(login + "?a=2", "192.0.2.9").get("/limits/guard").then().statusCode(429);
        asked("/" + login, "192.0.2.9").get("/limits/guard").then().statusCode(429);
    }

    @Test
    void clients_that_a_socket_for_ipv6_saw_are_told_apart() {
        useUp("::ffff:192.0.2.10");
        forwarded("::ffff:192.0.2.11").get("/limits/guard").then().statusCode(204);
        forwarded("192.0.2.10").get("/limits/guard").then().statusCode(429);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody",
                "unknown",
                "::::",
                "1.2.3.4.5",
                "[",
                "[::1",
                "a b",
                "{x}",
                "%",
                ",",
                ", ,",
                ":",
                "é",
                "\t",
                "_hidden:1"
            })
    void a_client_whose_address_is_none_is_counted_as_one_like_any_other(String nonsense) {
        forwarded(nonsense).get("/limits/guard").then().statusCode(204);
        forwarded(nonsense).get("/limits/guard").then().statusCode(204);
        forwarded(nonsense).get("/limits/guard").then().statusCode(429);
        forwarded("192.0.2.20").get("/limits/guard").then().statusCode(204);
    }

    @Test
    void a_proxy_that_does_not_say_what_is_asked_for_lets_nothing_through() {
        asAdmin().get("/limits/guard").then().statusCode(400).body("errors[0].parameter", equalTo("X-Forwarded-Uri"));
    }

    @Test
    void policies_may_be_named() {
        var other = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        forwarded("192.0.2.6").get("/limits/guard?policy=" + other).then().statusCode(204);
        forwarded("192.0.2.6").get("/limits/guard?policy=" + other).then().statusCode(429);
        forwarded("192.0.2.6").get("/limits/guard").then().statusCode(204);
        forwarded("192.0.2.6")
                .get("/limits/guard?policy=" + newId("nobody"))
                .then()
                .statusCode(404);
    }

    @Test
    void what_no_policy_concerns_passes_without_fields() {
        asAdmin()
                .header("X-Forwarded-Uri", "/" + newId("elsewhere"))
                .get("/limits/guard")
                .then()
                .statusCode(204)
                .header("RateLimit", nullValue())
                .header("RateLimit-Policy", nullValue());
    }

    @Test
    void a_proxy_without_a_key_brings_the_token() {
        given().header("X-Forwarded-Uri", place + "/1")
                .header("X-Forwarded-For", "192.0.2.8")
                .header("Authorization", "Basic dXNlcjpwYXNzd29yZA==")
                .get("/limits/guard/test-guard-token")
                .then()
                .statusCode(204);
        given().header("X-Forwarded-Uri", place + "/1")
                .get("/limits/guard/another-token")
                .then()
                .statusCode(404);
        given().header("X-Forwarded-Uri", place + "/1")
                .get("/limits/guard")
                .then()
                .statusCode(401);
    }

    private void useUp(String ip) {
        for (int i = 0; i < 2; i++) {
            forwarded(ip).get("/limits/guard").then().statusCode(204);
        }
    }

    private RequestSpecification forwarded(String ip) {
        return asked(place + "/orders/1?full=true", ip);
    }

    private static RequestSpecification asked(String uri, String ip) {
        return asAdmin()
                .header("X-Forwarded-Uri", uri)
                .header("X-Forwarded-Method", "GET")
                .header("X-Forwarded-For", ip);
    }
}
