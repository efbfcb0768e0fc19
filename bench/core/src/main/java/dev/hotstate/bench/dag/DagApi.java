package dev.hotstate.bench.dag;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The calls of dag-scheduler that the benchmark makes, besides those of its worker client. */
final class DagApi {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int TRIES_MAX = 30;
    private static final int BUSY = 503;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI service;

    DagApi(URI service) {
        this.service = service;
    }

    void submit(String job) throws IOException, InterruptedException {
        post("/jobs", job);
    }

    /** @param workflow in WfFormat */
    void importWorkflow(String workflow, String job, String queue) throws IOException, InterruptedException {
        post("/jobs/import?jobId=" + job + "&queue=" + queue, workflow);
    }

    /** Who is told to come again does: the id of the job makes it one job. */
    private void post(String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(service.resolve(path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        for (int tries = 1; answer.statusCode() == BUSY && tries < TRIES_MAX; tries++) {
            Thread.sleep(PAUSE);
            answer = http.send(request, BodyHandlers.ofString());
        }
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("%s answered %d: %s".formatted(path, answer.statusCode(), answer.body()));
        }
    }
}
