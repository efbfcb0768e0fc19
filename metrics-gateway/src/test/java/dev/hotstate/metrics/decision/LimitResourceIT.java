package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.limit.Algorithm;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows are so long that nothing flows back while a test runs. */
@QuarkusTest
class LimitResourceIT {

    private static final String SOMEBODY = "ada@example.org";

    @RegisterExtension
    static final KeyScanExtension KEYS =
            KeyScanExtension.afterClass(RecordedKeys.scan().secret("who is limited", SOMEBODY));

    private static final String ADA = "{\"policy\": \"%s\", \"identifier\": \"" + SOMEBODY + "\"}";

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void each_algorithm_allows_its_limit_and_says_what_it_promises(Algorithm algorithm) {
        var id = policy("{\"limit\": 3, \"window\": \"P1D\", \"algorithm\": \"%s\"}".formatted(algorithm.word()));
        for (int left = 2; left >= 0; left--) {
            check(ADA.formatted(id))
                    .body("allowed", equalTo(true))
                    .body("tightest", equalTo(id))
                    .body("remaining", equalTo(left))
                    .body("retryAfterMs", nullValue());
        }
        check(ADA.formatted(id))
                .body("allowed", equalTo(false))
                .body("remaining", equalTo(0))
                .body("retryAfterMs", greaterThan(1_000))
                .body("policies", hasSize(1))
                .body("policies[0].policy", equalTo(id))
                .body("policies[0].algorithm", equalTo(algorithm.word()))
                .body("policies[0].limit", equalTo(3))
                .body("policies[0].windowMs", equalTo(86_400_000))
                .body("policies[0].bound", greaterThan(2))
                .body("policies[0].shadow", equalTo(false));
    }

    @Test
    void a_caller_who_hammers_is_refused_without_asking_redis() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        check(ADA.formatted(id)).body("policies.source", contains("redis"));
        var sources = IntStream.range(0, 10)
                .mapToObj(call -> check(ADA.formatted(id)).extract().<List<String>>path("policies.source"))
                .flatMap(List::stream)
                .toList();
        assertThat(sources).contains("redis", "deny_cache");
    }

    @Test
    void callers_and_policies_are_counted_apart() {
        var one = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        var other = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        check(ADA.formatted(one)).body("allowed", equalTo(true));
        check(ADA.formatted(other)).body("allowed", equalTo(true));
        check("{\"policy\": \"%s\", \"identifier\": \"bob\"}".formatted(one)).body("allowed", equalTo(true));
        check(ADA.formatted(one)).body("allowed", equalTo(false));
    }

    @Test
    void of_several_policies_the_tightest_answers_and_a_refusal_takes_nothing_of_the_others() {
        var wide = policy("{\"limit\": 100, \"window\": \"P1D\"}");
        var tight = policy("{\"limit\": 2, \"window\": \"P1D\"}");
        var both = "{\"policies\": [\"%s\", \"%s\"], \"identifier\": \"a\"}".formatted(wide, tight);
        check(both).body("tightest", equalTo(tight)).body("remaining", equalTo(1));
        check(both).body("allowed", equalTo(true));
        for (int i = 0; i < 5; i++) {
            check(both).body("allowed", equalTo(false)).body("tightest", equalTo(tight));
        }
        peek("{\"policy\": \"%s\", \"identifier\": \"a\"}".formatted(wide)).body("remaining", equalTo(98));
    }

    @Test
    void a_policy_counts_its_cost_for_each_hit() {
        var id = policy("{\"limit\": 10, \"window\": \"P1D\", \"cost\": 3}");
        check("{\"policy\": \"%s\", \"identifier\": \"a\", \"hits\": 2}".formatted(id))
                .body("remaining", equalTo(4));
        check("{\"policy\": \"%s\", \"identifier\": \"a\", \"hits\": 2}".formatted(id))
                .body("allowed", equalTo(false));
        check("{\"policy\": \"%s\", \"identifier\": \"a\"}".formatted(id)).body("allowed", equalTo(true));
    }

    @Test
    void looking_takes_nothing() {
        var id = policy("{\"limit\": 2, \"window\": \"P1D\"}");
        peek(ADA.formatted(id)).body("allowed", equalTo(true)).body("remaining", equalTo(2));
        check("{\"policy\": \"%s\", \"identifier\": \"ada@example.org\", \"hits\": 0}".formatted(id))
                .body("remaining", equalTo(2));
        peek("{\"policy\": \"%s\", \"identifier\": \"ada@example.org\", \"hits\": 3}".formatted(id))
                .body("allowed", equalTo(false))
                .body("remaining", equalTo(2));
    }

    @Test
    void what_is_given_back_or_reset_can_be_had_again_at_once() {
        var id = policy("{\"limit\": 2, \"window\": \"P1D\"}");
        check("{\"policy\": \"%s\", \"identifier\": \"ada@example.org\", \"hits\": 2}".formatted(id))
                .body("allowed", equalTo(true));
        check(ADA.formatted(id)).body("allowed", equalTo(false));
        check("{\"policy\": \"%s\", \"identifier\": \"ada@example.org\", \"hits\": -1}".formatted(id))
                .body("remaining", equalTo(1));
        check(ADA.formatted(id)).body("allowed", equalTo(true));
        check(ADA.formatted(id)).body("allowed", equalTo(false));
        asAdmin().body(ADA.formatted(id)).post("/limits/reset").then().statusCode(204);
        check(ADA.formatted(id)).body("remaining", equalTo(1));
    }

    @Test
    void a_policy_in_the_shadow_counts_and_refuses_nobody() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\", \"shadow\": true}");
        check(ADA.formatted(id)).body("policies[0].allowed", equalTo(true));
        check(ADA.formatted(id))
                .body("allowed", equalTo(true))
                .body("tightest", nullValue())
                .body("policies[0].allowed", equalTo(false))
                .body("policies[0].shadow", equalTo(true));
    }

    @Test
    void a_shadow_of_a_policy_is_asked_with_it_and_its_disagreements_are_counted() {
        var id = policy("{\"limit\": 2, \"window\": \"P1D\"}");
        var stricter = policy(
                "{\"limit\": 1, \"window\": \"P1D\", \"algorithm\": \"gcra\", \"shadowOf\": \"%s\"}".formatted(id));
        var laxer = policy("{\"limit\": 3, \"window\": \"P1D\", \"shadowOf\": \"%s\"}".formatted(id));

        for (int call = 0; call < 4; call++) {
            check(ADA.formatted(id))
                    .body("allowed", equalTo(call < 2))
                    .body("policies", hasSize(3))
                    .body("policies.find {it.policy == '%s'}.allowed".formatted(stricter), equalTo(call < 1))
                    .body("policies.find {it.policy == '%s'}.allowed".formatted(laxer), equalTo(call < 3))
                    .body("policies.find {it.policy == '%s'}.shadow".formatted(laxer), equalTo(true));
        }

        var compared = "metrics_limit_compared_total{outcome=\"%s\",policy=\"%s\",than=\"" + id + "\"} %s";
        assertThat(Metrics.page())
                .contains(compared.formatted("agrees", stricter, "3.0"))
                .contains(compared.formatted("stricter", stricter, "1.0"))
                .contains(compared.formatted("agrees", laxer, "3.0"))
                .contains(compared.formatted("laxer", laxer, "1.0"));
    }

    @Test
    void a_route_falls_under_all_policies_that_match_it() {
        var place = "/" + newId("shop");
        var all = policy("{\"match\": {\"route\": \"%s/*\"}, \"limit\": 10, \"window\": \"P1D\"}".formatted(place));
        var writes = policy("""
                {"match": {"route": "%s/orders/{id}", "methods": ["PUT"]}, "key": ["header:X-Tenant"], "limit": 1, "window": "P1D"}""".formatted(place));
        var request = """
                {"route": "%s/orders/%d?full=true", "method": "%s", "ip": "192.0.2.7", "headers": {"x-tenant": "%s"}}""";

        check(request.formatted(place, 1, "GET", "t1")).body("policies.policy", contains(all));
        check(request.formatted(place, 1, "PUT", "t1"))
                .body("policies", hasSize(2))
                .body("tightest", equalTo(writes));
        check(request.formatted(place, 2, "PUT", "t1")).body("allowed", equalTo(false));
        check(request.formatted(place, 2, "PUT", "t2")).body("allowed", equalTo(true));
        check("{\"route\": \"/%s\"}".formatted(newId("elsewhere")))
                .body("allowed", equalTo(true))
                .body("policies", empty());
    }

    @Test
    void a_thousand_checks_are_answered_in_their_order() {
        var id = policy("{\"limit\": 3, \"window\": \"P1D\"}");
        var checks = IntStream.range(0, 1_000)
                .mapToObj(i -> "{\"policy\": \"%s\", \"identifier\": \"caller-%d\"}".formatted(id, i % 250))
                .collect(Collectors.joining(","));

        List<Boolean> allowed = asAdmin()
                .body("{\"checks\": [%s]}".formatted(checks))
                .post("/limits/check/batch")
                .then()
                .statusCode(200)
                .body("verdicts", hasSize(1_000))
                .extract()
                .path("verdicts.allowed");

        assertThat(allowed.subList(0, 750)).containsOnly(true);
        assertThat(allowed.subList(750, 1_000)).containsOnly(false);
    }

    @Test
    void what_is_wrong_is_named_where_it_stands() {
        var id = policy("{\"limit\": 3, \"window\": \"P1D\"}");
        asAdmin()
                .body("""
                        {"checks": [{"policy": "%s", "identifier": "a"}, {"identifier": "a"},
                                    {"route": "/x", "identifier": "a"}]}""".formatted(id))
                .post("/limits/check/batch")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/checks/1/policy", "/checks/2/identifier"));
        asAdmin()
                .body("{\"policy\": \"No Policy\", \"identifier\": \"\", \"hits\": 1000001}")
                .post("/limits/check")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/hits", "/identifier", "/policy"));
        asAdmin().body("{\"checks\": []}").post("/limits/check/batch").then().statusCode(400);
    }

    @Test
    void a_policy_that_is_not_there_is_not_found() {
        check404(newId("nobody"));
    }

    @Test
    void a_policy_that_is_disabled_allows_everything() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\", \"enabled\": false}");
        check(ADA.formatted(id)).body("allowed", equalTo(true));
        check(ADA.formatted(id)).body("allowed", equalTo(true)).body("policies", empty());
    }

    @Test
    void a_long_identifier_with_any_characters_is_one_like_others() {
        var strange = "{\"policy\": \"%s\", \"identifier\": \"{tag}: ü, \\u0000" + "x".repeat(5_000) + "\"}";
        for (var identifiers : List.of("hashed", "plain")) {
            var id = policy("{\"limit\": 1, \"window\": \"P1D\", \"identifiers\": \"%s\"}".formatted(identifiers));
            check(strange.formatted(id)).body("allowed", equalTo(true));
            check(strange.formatted(id)).body("allowed", equalTo(false));
        }
    }

    @Test
    void decisions_are_counted_by_policy_outcome_and_source() {
        var id = policy("{\"limit\": 1, \"window\": \"P1D\"}");
        check(ADA.formatted(id));
        check(ADA.formatted(id));
        assertThat(Metrics.page())
                .contains(
                        "metrics_limit_decided_total{algorithm=\"sub_window_ring\",outcome=\"allowed\",policy=\"%s\",source=\"redis\"} 1.0"
                                .formatted(id))
                .contains("outcome=\"denied\",policy=\"%s\",source=\"redis\"} 1.0".formatted(id))
                .contains("metrics_limit_breaker_open 0.0");
    }

    private static void check404(String id) {
        asAdmin()
                .body(ADA.formatted(id))
                .post("/limits/check")
                .then()
                .statusCode(404)
                .body("type", endsWith("#policy-not-found"))
                .body("policy", equalTo(id));
    }

    private static ValidatableResponse check(String body) {
        return asAdmin().body(body).post("/limits/check").then().statusCode(200);
    }

    private static ValidatableResponse peek(String body) {
        return asAdmin().body(body).post("/limits/peek").then().statusCode(200);
    }
}
