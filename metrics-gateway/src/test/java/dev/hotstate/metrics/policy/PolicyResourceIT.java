package dev.hotstate.metrics.policy;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

@QuarkusTest
class PolicyResourceIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SMALL = "{\"limit\": 5, \"window\": \"PT1H\"}";

    @Inject
    Database database;

    @Test
    void what_is_left_out_has_its_usual_value() {
        var id = policy(SMALL);
        asAdmin()
                .get("/policies/" + id)
                .then()
                .statusCode(200)
                .body("version", equalTo(1))
                .body("bound", equalTo(5))
                .body("spec.enabled", equalTo(true))
                .body("spec.key", contains("ip"))
                .body("spec.window", equalTo("PT1H"))
                .body("spec.algorithm", equalTo("sub_window_ring"))
                .body("spec.burst", nullValue())
                .body("spec.cost", equalTo(1))
                .body("spec.shadow", equalTo(false))
                .body("spec.failMode", equalTo("open"))
                .body("spec.identifiers", equalTo("hashed"));
    }

    @Test
    void all_that_can_be_said_is_kept() {
        var id = policy("""
                {"description": "the shop", "enabled": false, "match": {"route": "/shop/*", "methods": ["POST", "PUT"]},
                 "key": ["user", "header:x-tenant"], "limit": 10, "window": "PT1M", "algorithm": "gcra", "burst": 3, "cost": 2,
                 "shadow": true, "failMode": "local_share", "identifiers": "plain"}""");
        asAdmin()
                .get("/policies/" + id)
                .then()
                .body("bound", equalTo(13))
                .body("spec.description", equalTo("the shop"))
                .body("spec.enabled", equalTo(false))
                .body("spec.match.route", equalTo("/shop/*"))
                .body("spec.match.methods", containsInAnyOrder("POST", "PUT"))
                .body("spec.key", contains("user", "header:x-tenant"))
                .body("spec.burst", equalTo(3))
                .body("spec.cost", equalTo(2))
                .body("spec.shadow", equalTo(true))
                .body("spec.failMode", equalTo("local_share"))
                .body("spec.identifiers", equalTo("plain"));
    }

    @Test
    void each_value_that_is_wrong_is_named() {
        asAdmin()
                .body("""
                        {"limit": 0, "window": "PT0.05S", "cost": 0, "burst": 0, "key": ["phase-of-moon"],
                         "match": {"route": "users", "methods": ["get"]}}""")
                .put("/policies/" + newId("policy"))
                .then()
                .statusCode(400)
                .body("type", endsWith("#invalid-input"))
                .body(
                        "errors.pointer",
                        containsInAnyOrder(
                                "/burst", "/cost", "/key/0", "/limit", "/match/methods", "/match/route", "/window"));
    }

    @Test
    void what_does_not_fit_together_is_named() {
        asAdmin()
                .body("{\"limit\": 5, \"window\": \"PT1M\", \"burst\": 2, \"match\": {}}")
                .put("/policies/" + newId("policy"))
                .then()
                .statusCode(400)
                .body("errors.pointer", containsInAnyOrder("/burst", "/match"));
    }

    @Test
    void an_id_that_would_not_fit_into_a_key_is_refused() {
        asAdmin()
                .body(SMALL)
                .put("/policies/Not-An-Id")
                .then()
                .statusCode(400)
                .body("errors[0].parameter", equalTo("id"));
        asAdmin().body(SMALL).put("/policies/" + "x".repeat(32)).then().statusCode(400);
    }

    @Test
    void who_changes_another_version_than_the_present_one_is_told() {
        var id = newId("policy");
        asAdmin().body(SMALL).put("/policies/" + id + "?version=0").then().statusCode(200);
        asAdmin()
                .body(SMALL)
                .put("/policies/" + id + "?version=0")
                .then()
                .statusCode(409)
                .body("type", endsWith("#policy-changed"))
                .body("version", equalTo(1));
        asAdmin()
                .body(SMALL)
                .put("/policies/" + id + "?version=1")
                .then()
                .statusCode(200)
                .body("version", equalTo(2));
        asAdmin()
                .body(SMALL)
                .put("/policies/" + newId("policy") + "?version=1")
                .then()
                .statusCode(409)
                .body("version", equalTo(0));
    }

    @Test
    void a_removed_policy_is_gone() {
        var id = policy(SMALL);
        asAdmin().delete("/policies/" + id).then().statusCode(204);
        asAdmin()
                .get("/policies/" + id)
                .then()
                .statusCode(404)
                .body("type", endsWith("#policy-not-found"))
                .body("policy", equalTo(id));
        asAdmin().delete("/policies/" + id).then().statusCode(404);
    }

    @Test
    void the_list_comes_in_pages() {
        var ids = Set.of(policy(SMALL), policy(SMALL), policy(SMALL));
        var found = new HashSet<String>();
        String cursor = null;
        do {
            var page = asAdmin()
                    .queryParams(cursor == null ? Map.of("limit", 2) : Map.of("limit", 2, "cursor", cursor))
                    .get("/policies")
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            found.addAll(page.<String>getList("items.id"));
            cursor = page.get("nextCursor");
        } while (cursor != null);
        assertThat(found).containsAll(ids);
    }

    @Test
    void each_change_is_in_the_audit_log() {
        var id = policy(SMALL);
        asAdmin().body(SMALL).put("/policies/" + id).then().statusCode(200);
        asAdmin().delete("/policies/" + id).then().statusCode(204);

        List<String> actions = asAdmin()
                .queryParam("limit", 500)
                .get("/audit")
                .then()
                .extract()
                .path("items.findAll { it.object == '%s' }.action", id);

        assertThat(actions).containsExactly("policy.deleted", "policy.changed", "policy.created");
    }

    @Test
    void what_another_instance_has_changed_holds_here_soon() {
        var id = policy(SMALL);
        asAdmin()
                .body("{\"policy\": \"%s\", \"identifier\": \"a\", \"hits\": 6}".formatted(id))
                .post("/limits/check")
                .then()
                .body("allowed", equalTo(false));

        database.inTransaction(another -> another.preparedQuery(
                                "update limit_policy set version = 2, spec = jsonb_set(spec, '{limit}', '50') where id = $1")
                        .execute(Tuple.of(id))
                        .chain(() -> another.query("update policy_revision set revision = revision + 1")
                                .execute()))
                .await()
                .atMost(PATIENCE);

        await().atMost(PATIENCE)
                .untilAsserted(() -> asAdmin()
                        .body("{\"policy\": \"%s\", \"identifier\": \"a\", \"hits\": 6}".formatted(id))
                        .post("/limits/check")
                        .then()
                        .body("allowed", equalTo(true))
                        .body("policies.limit", hasItems(50)));
    }
}
