package dev.hotstate.kit.http.about;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import dev.hotstate.kit.http.testing.KitTest;
import org.junit.jupiter.api.Test;

@KitTest
class AboutIT {

    @Test
    void anybody_may_ask_what_this_service_is() {
        given().get("/about")
                .then()
                .statusCode(200)
                .body("product", equalTo("Hotstate"))
                .body("service", equalTo("kit-http-test"))
                .body("app", equalTo("sample"))
                .body("env", equalTo("test"))
                .body("version", notNullValue())
                .body("startedAt", notNullValue())
                .body("instance", notNullValue())
                .body("authRequired", equalTo(true))
                .body("sisters[0].service", equalTo("driver-service"))
                .body("sisters[0].url", equalTo("http://127.0.0.1:8082"));
    }
}
