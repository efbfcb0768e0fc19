package dev.hotstate.images;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * One thing that each service is there for, from the request to its effect, and the pages around it. Recorded starts are recorded with
 * it, and images are tried with it.
 *
 * @param api where the service listens
 * @param management where its health and metrics are
 * @param key an API key with every scope
 * @param target an address that the service itself reaches and that answers 200
 */
public record Scenario(Service service, URI api, URI management, String key, URI target) {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(20);
    private static final Duration EFFECT_PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Fails with the answer that was not as it should be. */
    public void play() {
        demand("GET", management.resolve("/q/health/ready"), "", "\"status\": *\"UP\"");
        demand("GET", management.resolve("/q/metrics"), "", "http_server");
        demand("GET", api.resolve("/"), "", "<html");
        demand("GET", api.resolve("/about"), "", service.module());
        switch (service) {
            case MONITOR_SERVICE -> watchSomething();
            case DRIVER_SERVICE -> findSomebody();
            case DAG_SCHEDULER -> runAJob();
            case METRICS_GATEWAY -> limitSomebody();
        }
        demand("GET", api.resolve("/vitals"), "", "postgres");
    }

    private void watchSomething() {
        post("/monitors", """
                {"name": "scenario", "interval": "PT5S", "target": {"kind": "http", "url": "%s"}}""".formatted(target), "\"id\"");
        until("/monitors/status", "\"state\": *\"up\"");
    }

    private void findSomebody() {
        post("/drivers", "{\"id\": \"scenario\"}", "scenario");
        post("/drivers/locations", "[{\"id\": \"scenario\", \"lat\": 52.52, \"lon\": 13.4}]", "");
        post("/drivers/scenario/available", "{}", "");
        until("/drivers/available?lat=52.52&lon=13.4&radius=3", "\"scenario\"");
        post(
                "/drivers/claims",
                "{\"requestId\": \"scenario\", \"lat\": 52.52, \"lon\": 13.4, \"ttl\": \"PT30S\"}",
                "scenario");
    }

    private void runAJob() {
        post("/jobs", """
                {"jobId": "scenario", "name": "Scenario", "tasks": [{"id": "first", "queue": "noop"},
                 {"id": "second", "queue": "noop", "dependsOn": ["first"]}]}""", "scenario");
        until("/jobs/scenario", "\"status\": *\"COMPLETED\"");
    }

    private void limitSomebody() {
        demand(
                "PUT",
                api.resolve("/policies/scenario"),
                "{\"key\": [\"ip\"], \"limit\": 1, \"window\": \"PT1H\"}",
                "scenario");
        until("/policies", "scenario");
        var check = "{\"policy\": \"scenario\", \"identifier\": \"192.0.2.7\"}";
        post("/limits/check", check, "\"allowed\": *true");
        post("/limits/check", check, "\"allowed\": *false");
        post(
                "/observations",
                "[{\"instance\": \"scenario\", \"method\": \"GET\", \"path\": \"/a\", \"status\": 200, \"durationMs\": 1}]",
                "");
        until("/endpoints", "GET /a");
    }

    private void post(String path, String body, String wanted) {
        demand("POST", api.resolve(path), body, wanted);
    }

    private void until(String path, String wanted) {
        long end = System.nanoTime() + EFFECT_PATIENCE.toNanos();
        while (true) {
            try {
                demand("GET", api.resolve(path), "", wanted);
                return;
            } catch (ImageFailure notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
                pause();
            }
        }
    }

    private void demand(String method, URI address, String body, String wanted) {
        var request = HttpRequest.newBuilder(address)
                .timeout(REQUEST_PATIENCE)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            var answer = HTTP.send(request, BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2
                    || !Pattern.compile(wanted).matcher(answer.body()).find()) {
                throw new ImageFailure("%s %s answered %d, and should say /%s/: %s"
                        .formatted(method, address, answer.statusCode(), wanted, answer.body()));
            }
        } catch (IOException e) {
            throw new ImageFailure(method + " " + address + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageFailure("Interrupted", e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageFailure("Interrupted", e);
        }
    }
}
