package dev.hotstate.metrics.decision;

import io.restassured.RestAssured;
import org.eclipse.microprofile.config.ConfigProvider;

/** What the service under test says of itself. */
final class Metrics {

    private Metrics() {}

    static String page() {
        int port = ConfigProvider.getConfig().getValue("quarkus.management.port", Integer.class);
        return RestAssured.given().port(port).get("/q/metrics").asString();
    }
}
