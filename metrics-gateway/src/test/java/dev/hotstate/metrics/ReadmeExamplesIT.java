package dev.hotstate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;

/** Runs what README.md shows. */
@QuarkusTest
class ReadmeExamplesIT {

    private static final Pattern EXAMPLE = Pattern.compile("```bash\\n(.*?)```", Pattern.DOTALL);

    @TestHTTPResource
    URI api;

    @Test
    void a_policy_and_two_checks_in_curl() throws Exception {
        Requires.command("curl", "install curl");
        assertThat(run(example(0))).contains("\"id\":\"per-visitor\"", "\"bound\":100");
        assertThat(run(example(1)))
                .contains("\"allowed\":true", "\"tightest\":\"per-visitor\"", "\"remaining\":99", "\"remaining\":97");
    }

    @Test
    void observations_and_their_percentiles_in_curl() throws Exception {
        Requires.command("curl", "install curl");
        assertThat(run(example(2)))
                .contains("\"taken\":2", "\"endpoint\":\"GET /readme/{id}\"", "\"count\":2", "\"averageMs\":10.0");
    }

    /** Counted from 0. */
    private static String example(int which) throws IOException {
        return EXAMPLE.matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(found -> found.group(1))
                .toList()
                .get(which);
    }

    private String run(String example) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", "-eu", "-c", example).redirectErrorStream(true);
        builder.environment().put("BASE", api.toString().replaceFirst("/$", ""));
        builder.environment().put("KEY", ServiceContract.ADMIN_KEY);
        var process = builder.start();
        try {
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
