package dev.hotstate.metrics.connection;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ConnectionResourceIT {

    @Test
    void an_instance_tells_and_everybody_reads() {
        var instance = newId("instance");
        asAdmin()
                .body("{\"instance\": \"%s\", \"opened\": 5, \"closed\": 2}".formatted(instance))
                .post("/connections")
                .then()
                .statusCode(200)
                .body("own", equalTo(3))
                .body("current", greaterThanOrEqualTo(3));
        asAdmin()
                .get("/connections")
                .then()
                .statusCode(200)
                .body("current", greaterThanOrEqualTo(3))
                .body("maxSinceStartup", greaterThanOrEqualTo(3));
    }

    @Test
    void what_is_wrong_is_named() {
        asAdmin()
                .body("{\"instance\": \"\", \"opened\": -1, \"closed\": 1000000001}")
                .post("/connections")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/closed", "/instance", "/opened"));
        asAdmin()
                .body("{\"instance\": \"a\", \"opened\": 1, \"open\": 1}")
                .post("/connections")
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/open"));
    }
}
