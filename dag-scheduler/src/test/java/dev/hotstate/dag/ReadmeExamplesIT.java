package dev.hotstate.dag;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.requires.Requires;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs what README.md shows. */
@QuarkusTest
class ReadmeExamplesIT {

    @TestHTTPResource
    URI api;

    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @Test
    void the_first_steps_in_curl() throws Exception {
        Requires.command("curl", "install curl");
        var output = run("bash", "-eu", "-c", example("bash", 1));
        assertThat(output)
                .contains("\"verdict\":\"ACCEPTED\"")
                .contains("first-steps.report")
                .contains("RUNNING");
    }

    @Test
    void a_worker_in_python() throws Exception {
        Requires.command("python3", "install python3");
        assertThat(run("python3", "-c", example("python", 1))).contains("the result is 42");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(client.get("/jobs/from-python")
                                .body()
                                .get("status")
                                .asText())
                        .isEqualTo("COMPLETED"));
    }

    @Test
    void the_life_of_a_worker_in_curl() throws Exception {
        Requires.command("curl", "install curl");
        var output = run("bash", "-eu", "-c", example("bash", 2));
        assertThat(output)
                .contains(
                        "\"stop\":false",
                        "\"status\":\"RETRY_WAIT\"",
                        "\"verdict\":\"ACCEPTED\"",
                        "\"verdict\":\"DUPLICATE\"")
                .contains("late answer: 409");
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(client.get("/jobs/worker-life").body().get("status").asText())
                    .isEqualTo("COMPLETED");
            assertThat(client.get("/tasks/worker-life.resize/attempts").body().toString())
                    .contains("disk full");
            assertThat(client.get("/tasks/worker-life.resize/logs").body().toString())
                    .contains("resizing");
        });
    }

    @Test
    void a_worker_in_python_that_keeps_its_leases() throws Exception {
        Requires.command("python3", "install python3");
        assertThat(run("python3", "-c", example("python", 2))).contains("t0 ACCEPTED", "t1 ACCEPTED", "t2 ACCEPTED");
    }

    @Test
    void the_built_in_queues_in_curl() throws Exception {
        Requires.command("curl", "install curl");
        assertThat(run("bash", "-eu", "-c", example("bash", 3))).contains("\"jobId\":\"built-in\"");
        awaitCompleted("built-in");
        assertThat(client.get("/tasks/built-in.done").body().get("status").asText())
                .isEqualTo("COMPLETED");
    }

    @Test
    void a_template_and_its_schedule_in_curl() throws Exception {
        Requires.command("curl", "install curl");
        var output = run("bash", "-eu", "-c", example("bash", 4));
        assertThat(output).contains("\"created\":true", "\"created\":false");
        awaitCompleted("readme-report-1");
        assertThat(client.get("/jobs/readme-report-1").body().get("name").asText())
                .isEqualTo("Report of north");
    }

    @Test
    void the_end_of_a_job_is_told_and_verified_in_python() throws Exception {
        Requires.command("python3", "install python3");
        assertThat(run("python3", "-c", example("python", 3))).contains("genuine told COMPLETED");
    }

    private void awaitCompleted(String job) {
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                client.get("/jobs/" + job).body().get("status").asText())
                        .isEqualTo("COMPLETED"));
    }

    @Test
    void the_job_in_yaml() throws Exception {
        var yaml = example("yaml", 1);
        var answer = client.post("/jobs/import?jobId=readme-yaml", yaml, "application/yaml");
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
        assertThat(answer.body().get("tasks").asInt()).isEqualTo(3);
        client.post("/jobs/readme-yaml/cancel", "");
    }

    /** @param which counted from 1 */
    private static String example(String language, int which) throws IOException {
        var readme = Files.readString(Path.of("README.md"));
        var block = Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(readme);
        for (int found = 0; found < which; found++) {
            assertThat(block.find()).as("an example in %s", language).isTrue();
        }
        return block.group(1);
    }

    private String run(String... command) throws Exception {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        var base = api.toString();
        builder.environment().put("BASE", base.endsWith("/") ? base.substring(0, base.length() - 1) : base);
        builder.environment().put("KEY", ServiceContract.ADMIN_KEY);
        var process = builder.start();
        try {
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
