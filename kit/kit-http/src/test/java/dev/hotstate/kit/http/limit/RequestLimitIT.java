package dev.hotstate.kit.http.limit;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.create;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.testing.Keys;
import dev.hotstate.kit.http.testing.KitTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@KitTest
@TestProfile(RequestLimitIT.SmallLimit.class)
class RequestLimitIT {

    public static class SmallLimit implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "hotstate.http.limit.requests-per-second", "1",
                    "hotstate.http.limit.burst", "5",
                    "hotstate.http.limit.exempt-paths", "/about");
        }
    }

    @Test
    void a_caller_over_its_limit_is_told_when_to_come_back_and_others_are_not_concerned() {
        var greedy = create("read");
        var modest = create("read");
        for (int i = 0; i < 5; i++) {
            as(greedy).get("/access/read").then().statusCode(200).header("RateLimit-Policy", "\"api\";q=5;w=5");
        }

        isProblem(firstRefusal(greedy), KitProblem.TOO_MANY_REQUESTS)
                .header("Retry-After", equalTo("1"))
                .header("RateLimit", startsWith("\"api\";r=0;t="))
                .body("retryAfterMs", greaterThan(0));
        as(modest).get("/access/read").then().statusCode(200).header("RateLimit", notNullValue());
    }

    /** While these are asked, one more becomes free each second. */
    private static Response firstRefusal(Keys.Key key) {
        return Stream.generate(() -> as(key).get("/access/read"))
                .limit(50)
                .dropWhile(answer -> answer.statusCode() == 200)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_exempt_path_has_no_limit() {
        for (int i = 0; i < 20; i++) {
            given().get("/about").then().statusCode(200);
        }
    }
}
