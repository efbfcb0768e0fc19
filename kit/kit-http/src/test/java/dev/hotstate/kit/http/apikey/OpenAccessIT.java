package dev.hotstate.kit.http.apikey;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.testing.KitTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;

@KitTest
@TestProfile(OpenAccessIT.NoAuthentication.class)
class OpenAccessIT {

    public static class NoAuthentication implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("hotstate.auth.required", "false");
        }
    }

    @Test
    void everybody_on_this_machine_may_do_everything_and_the_pages_know() {
        given().get("/about").then().body("authRequired", equalTo(false));
        given().post("/access/write").then().statusCode(200).body(equalTo("local"));
        given().get("/api-keys").then().statusCode(200);
        given().get("/session").then().body("authenticated", equalTo(true)).body("name", equalTo("local"));
    }

    @Test
    void a_key_that_is_presented_must_still_be_right() {
        isProblem(given().header("Authorization", "Bearer wrong").get("/access/read"), KitProblem.INVALID_CREDENTIALS);
    }

    @Test
    void a_page_of_another_site_is_refused() {
        isProblem(given().header("Origin", "https://evil.example").post("/access/write"), KitProblem.FOREIGN_ORIGIN);
        isProblem(given().header("Origin", "null").post("/access/write"), KitProblem.FOREIGN_ORIGIN);
        given().header("Origin", "http://localhost:8081")
                .post("/access/write")
                .then()
                .statusCode(200);
    }

    @Test
    void a_foreign_name_for_this_address_is_refused() {
        isProblem(given().header("Host", "rebound.example").get("/access/read"), KitProblem.FOREIGN_ORIGIN);
    }
}
