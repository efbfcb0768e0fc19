package dev.hotstate.driver;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.UUID;

/** The API as tests speak it, with drivers that no other test knows. */
public final class DriverApiClient {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

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

    /**
     * Within a kilometre of the place. An answer that says that it is not whole, because a node did not answer in time on a
     * crowded machine, is asked for again.
     */
    public static ValidatableResponse search(double lat, double lon) {
        return await().pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(
                        () -> asAdmin()
                                .queryParam("lat", lat)
                                .queryParam("lon", lon)
                                .queryParam("radius", 1)
                                .queryParam("limit", 500)
                                .get("/drivers/available"),
                        answer ->
                                answer.statusCode() == 200 && answer.jsonPath().getBoolean("complete"))
                .then();
    }
}
