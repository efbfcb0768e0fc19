package dev.hotstate.driver;

import static io.restassured.RestAssured.given;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.UUID;

/** The API as tests speak it, with drivers that no other test knows. */
public final class DriverApiClient {

    private DriverApiClient() {}

    public static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .urlEncodingEnabled(true)
                .contentType(ContentType.JSON);
    }

    /** Registered, and nothing else. */
    public static String newDriver() {
        var id = "drv-" + UUID.randomUUID();
        asAdmin().body("{}").put("/drivers/" + id).then().statusCode(201);
        return id;
    }

    public static ValidatableResponse locate(String id, double lat, double lon) {
        return asAdmin()
                .body("{\"lat\": %s, \"lon\": %s}".formatted(lat, lon))
                .patch("/drivers/" + id + "/location")
                .then();
    }

    /** Within a kilometre of the place. */
    public static ValidatableResponse search(double lat, double lon) {
        return asAdmin()
                .queryParam("lat", lat)
                .queryParam("lon", lon)
                .queryParam("radius", 1)
                .queryParam("limit", 500)
                .get("/drivers/available")
                .then();
    }
}
