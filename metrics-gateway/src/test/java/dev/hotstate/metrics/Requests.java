package dev.hotstate.metrics;

import static io.restassured.RestAssured.given;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.util.UUID;

/** Requests to the service under test. */
public final class Requests {

    private Requests() {}

    public static RequestSpecification asAdmin() {
        return given().auth().oauth2(ServiceContract.ADMIN_KEY).contentType(ContentType.JSON);
    }

    /** An id that no other test uses. */
    public static String newId(String kind) {
        return kind + "-" + UUID.randomUUID().toString().substring(0, 18);
    }

    /** Creates a policy and gives its id. */
    public static String policy(String spec) {
        var id = newId("policy");
        asAdmin().body(spec).put("/policies/" + id).then().statusCode(200);
        return id;
    }
}
