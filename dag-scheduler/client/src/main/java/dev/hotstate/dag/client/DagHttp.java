package dev.hotstate.dag.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of the worker protocol. One attempt each; who calls decides whether to try again. */
final class DagHttp {

    /** Beyond what the service itself may wait. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final HttpClient http;
    private final URI service;
    private final @Nullable String key;

    DagHttp(URI service, @Nullable String key) {
        this.service = service;
        this.key = key;
        // HTTP/1.1: over one HTTP/2 connection a long poll and a heartbeat would share their fate.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Claim(@Nullable String queue, String worker, int max, long waitMs) {}

    record Claimed(@Nullable List<Delivery> tasks) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Completion(String id, String attempt, @Nullable JsonNode output) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Completions(List<Completion> tasks, @Nullable Claim claim) {}

    /** @param reason why it was refused, if it was */
    record Answer(String id, String verdict, @Nullable String reason) {

        boolean isRefused() {
            return verdict.equals("REFUSED");
        }

        boolean isUnavailable() {
            return verdict.equals("UNAVAILABLE");
        }
    }

    /** @param answers one per task that was sent, in the same order */
    record Answers(@Nullable List<Answer> answers, @Nullable List<Delivery> tasks) {

        List<Answer> each() {
            return answers == null ? List.of() : answers;
        }

        List<Delivery> claimed() {
            return tasks == null ? List.of() : tasks;
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Failure(String id, String attempt, @Nullable String error, boolean retryable) {}

    record Failures(List<Failure> tasks) {}

    record Beat(String id, String attempt) {}

    record Beats(List<Beat> tasks) {}

    /** @param unavailable true where nobody can say now: to be sent again */
    record BeatAnswer(String id, boolean stop, @Nullable Boolean unavailable) {

        boolean isUnavailable() {
            return Boolean.TRUE.equals(unavailable);
        }
    }

    record BeatAnswers(@Nullable List<BeatAnswer> tasks) {}

    record Lines(String id, String attempt, long firstSeq, List<String> lines) {}

    record LogLines(List<Lines> tasks) {}

    record Addition(String attempt, String request, List<?> tasks) {}

    void addTasks(String task, Addition addition) throws IOException, InterruptedException {
        post("/tasks/" + task + "/children", addition, JsonNode.class);
    }

    List<Delivery> claim(String queue, Claim claim) throws IOException, InterruptedException {
        var body = new Claim(null, claim.worker(), claim.max(), claim.waitMs());
        return whole(post("/queues/" + queue + "/claims", body, Claimed.class).tasks(), 0);
    }

    Answers complete(Completions completions) throws IOException, InterruptedException {
        return whole(
                post("/tasks/complete", completions, Answers.class),
                completions.tasks().size());
    }

    Answers fail(Failures failures) throws IOException, InterruptedException {
        return whole(
                post("/tasks/fail", failures, Answers.class), failures.tasks().size());
    }

    List<BeatAnswer> heartbeat(Beats beats) throws IOException, InterruptedException {
        return whole(
                post("/tasks/heartbeat", beats, BeatAnswers.class).tasks(),
                beats.tasks().size());
    }

    Answers logs(LogLines lines) throws IOException, InterruptedException {
        return whole(post("/tasks/logs", lines, Answers.class), lines.tasks().size());
    }

    private static Answers whole(Answers answers, int asked) throws IOException {
        whole(answers.answers(), asked);
        return answers;
    }

    /** What stands between a worker and the service may answer with anything: that is as good as no answer, and asked for again. */
    private static <T> List<T> whole(@Nullable List<T> answers, int asked) throws IOException {
        if (answers == null || answers.size() < asked) {
            throw new IOException("an answer that is not of the service, or not whole");
        }
        return answers;
    }

    private <T> T post(String path, Object body, Class<T> answer) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(service.resolve(path))
                .timeout(PATIENCE.plusMillis(body instanceof Claim claim ? claim.waitMs() : 0))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, application/problem+json")
                .POST(BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(body)));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        return read(http.send(request.build(), BodyHandlers.ofByteArray()), path, answer);
    }

    private static <T> T read(HttpResponse<byte[]> response, String path, Class<T> answer) throws IOException {
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            return Json.MAPPER.readValue(response.body().length == 0 ? "{}".getBytes() : response.body(), answer);
        }
        var told = "%s answered %d: %s".formatted(path, status, detail(response.body()));
        if (status == 429 || status >= 500) {
            throw new IOException(told);
        }
        throw new RequestRefused(status, told);
    }

    private static String detail(byte[] body) {
        try {
            var problem = Json.MAPPER.readTree(body);
            return problem.path("detail").asText(problem.path("title").asText("no reason given"));
        } catch (IOException unreadable) {
            return "no reason given";
        }
    }
}
