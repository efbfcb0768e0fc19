package dev.hotstate.driver.registry;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static dev.hotstate.driver.DriverApiClient.search;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class DriverResourceIT {

    private static final String NAME = "Ada-the-first-programmer";
    private static final String PHONE = "+49-30-555-0100";
    private static final String PEOPLES_ID = "people-know-me-as-" + UUID.randomUUID();

    @RegisterExtension
    static final KeyScanExtension NOTHING_PERSONAL = KeyScanExtension.afterClass(DriverRedis.scan()
            .below("test:driver:")
            .secret("a name", NAME)
            .secret("a phone", PHONE)
            .secret("an id of people", PEOPLES_ID));

    @Test
    void a_profile_is_read_through_the_cache_and_nobody_reads_it_in_redis() {
        asAdmin()
                .body(
                        "{\"name\": \"%s\", \"phone\": \"%s\", \"vehicle\": {\"kind\": \"car\", \"seats\": 4}, \"rating\": 4.8}"
                                .formatted(NAME, PHONE))
                .put("/drivers/" + PEOPLES_ID)
                .then()
                .statusCode(201);
        for (int reads = 0; reads < 2; reads++) {
            asAdmin()
                    .get("/drivers/" + PEOPLES_ID)
                    .then()
                    .statusCode(200)
                    .body("id", equalTo(PEOPLES_ID))
                    .body("profile.name", equalTo(NAME))
                    .body("profile.vehicle.seats", equalTo(4))
                    .body("version", equalTo(1));
        }

        asAdmin()
                .body("{\"name\": \"%s\"}".formatted(NAME))
                .put("/drivers/" + PEOPLES_ID)
                .then()
                .statusCode(200);

        asAdmin()
                .get("/drivers/" + PEOPLES_ID)
                .then()
                .body("version", equalTo(2))
                .body("profile.vehicle", equalTo(null));
    }

    @Test
    void any_text_is_an_id_unless_it_has_a_meaning() {
        var id = "Fahrer:7,äöü-" + UUID.randomUUID();
        asAdmin().body("{\"id\": \"%s\"}".formatted(id)).post("/drivers").then().statusCode(201);

        asAdmin()
                .pathParam("id", id)
                .get("/drivers/{id}")
                .then()
                .statusCode(200)
                .body("id", equalTo(id));
        asAdmin().body("{\"id\": \"%s\"}".formatted(id)).post("/drivers").then().statusCode(409);
        for (var refused : new String[] {"available", "a b", "", "x".repeat(65)}) {
            asAdmin()
                    .body("{\"id\": \"%s\"}".formatted(refused))
                    .post("/drivers")
                    .then()
                    .statusCode(400)
                    .body("errors.pointer", hasItem("/id"));
        }
    }

    @Test
    void who_is_erased_is_gone_everywhere_and_comes_back_as_somebody_new() {
        var driver = newDriver();
        locate(driver, 59.9139, 10.7522).statusCode(200);

        asAdmin().delete("/drivers/" + driver).then().statusCode(204);

        asAdmin().get("/drivers/" + driver).then().statusCode(404);
        locate(driver, 59.9139, 10.7522).statusCode(404);
        search(59.9139, 10.7522).body("drivers.id", not(hasItem(driver)));
        asAdmin().delete("/drivers/" + driver).then().statusCode(404);

        asAdmin().body("{}").put("/drivers/" + driver).then().statusCode(201);
        asAdmin().get("/drivers/" + driver + "/status").then().body("position", equalTo(null));
        locate(driver, 59.9139, 10.7522).statusCode(200);
        search(59.9139, 10.7522).body("drivers.id", hasItem(driver));
    }

    @Test
    void a_drivers_key_moves_that_driver_only() {
        var own = newDriver();
        var other = newDriver();
        var key = keyOf(own);

        assertThat(located(key, own)).isEqualTo(200);
        assertThat(located(key, other)).isEqualTo(403);
        given().header("Authorization", "Bearer " + key)
                .contentType(ContentType.JSON)
                .body("[{\"id\": \"%s\", \"lat\": 1, \"lon\": 1}]".formatted(other))
                .post("/drivers/locations")
                .then()
                .statusCode(403);
    }

    @Test
    void a_drivers_key_takes_the_id_that_people_gave() {
        var other = newDriver();
        var own = other + ":\u0141,(7)'";
        asAdmin().body("{}").put("/drivers/{id}", own).then().statusCode(201);
        var key = keyOf(own);

        assertThat(located(key, own)).isEqualTo(200);
        assertThat(located(key, other)).isEqualTo(403);
    }

    private static String keyOf(String driver) {
        return asAdmin()
                .body("{\"name\": \"phone\", \"scopes\": [\"driver:%s\"]}".formatted(driver))
                .post("/api-keys")
                .then()
                .statusCode(201)
                .extract()
                .path("key");
    }

    private static int located(String key, String driver) {
        return given().header("Authorization", "Bearer " + key)
                .contentType(ContentType.JSON)
                .body("{\"lat\": 65.5, \"lon\": -18.1}")
                .patch("/drivers/{id}/location", driver)
                .statusCode();
    }
}
