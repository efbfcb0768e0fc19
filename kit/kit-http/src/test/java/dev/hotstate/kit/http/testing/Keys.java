package dev.hotstate.kit.http.testing;

import static io.restassured.RestAssured.given;

import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Requests in the name of somebody. */
public final class Keys {

    public static final String BOOTSTRAP = "bootstrap-key-of-the-tests-0123456789";

    /** A key as its creator sees it. */
    public record Key(String id, String text) {}

    private Keys() {}

    public static RequestSpecification as(Key key) {
        return withKey(key.text());
    }

    public static RequestSpecification asAdmin() {
        return withKey(BOOTSTRAP);
    }

    public static RequestSpecification withKey(String text) {
        return given().header("Authorization", "Bearer " + text).contentType(ContentType.JSON);
    }

    public static Key create(String... scopes) {
        var list = Arrays.stream(scopes).map(scope -> '"' + scope + '"').collect(Collectors.joining(","));
        return issued(asAdmin().body("{\"name\":\"test\",\"scopes\":[" + list + "]}"), "/api-keys");
    }

    public static Key rotate(Key key, long graceSeconds) {
        return issued(asAdmin().body("{\"graceSeconds\":" + graceSeconds + "}"), "/api-keys/" + key.id() + "/rotate");
    }

    private static Key issued(RequestSpecification request, String path) {
        var answer = request.post(path).then().statusCode(201).extract();
        return new Key(answer.path("id"), answer.path("key"));
    }
}
