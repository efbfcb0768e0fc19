package dev.hotstate.monitor.channel;

import static io.restassured.RestAssured.given;

import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.PublicId;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;

/** Channels made as their owners make them. */
public final class ChannelRequests {

    private ChannelRequests() {}

    public static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON);
    }

    /** @return its id */
    public static String webhook(Sink sink, String... tags) {
        return created("{\"kind\": \"webhook\", \"url\": \"" + sink.url() + "\"}", "{}", tags);
    }

    /** @return its id */
    public static String created(String settings, String secrets, String... tags) {
        var list = tags.length == 0 ? "" : "\"" + String.join("\",\"", tags) + "\"";
        return asAdmin()
                .body("{\"name\": \"%s\", \"settings\": %s, \"secrets\": %s, \"tags\": [%s]}"
                        .formatted(PublicId.next("name"), settings, secrets, list))
                .post("/channels")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    public static void delete(String id) {
        asAdmin().delete("/channels/" + id).then().statusCode(204);
    }
}
