package dev.hotstate.monitor;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasSize;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README.md shows is taken as it stands there. */
@QuarkusTest
class ReadmeIT {

    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern CALL = Pattern.compile("(?s)post (PUT|POST) +(\\S+) '([^']*)'");

    private final String readme = read();

    @Test
    void a_definition_and_each_kind_of_target() {
        var blocks = YAML.matcher(readme).results().map(block -> block.group(1)).toList();
        var targets = blocks.get(1).replaceAll("(?m)^- \\{kind: (\\w+)", "- name: readme-$1\n  target: {kind: $1");

        dryRun(blocks.get(0)).body("created", hasSize(2));
        dryRun("monitors:\n" + targets).body("created", hasSize(5));
    }

    @Test
    void the_bodies_of_other_calls() {
        var monitor = asAdmin().body("""
                        {"name": "readme", "target": {"kind": "tcp", "host": "127.0.0.1", "port": 1}, "enabled": false}""").post("/monitors").path("id").toString();
        var calls = CALL.matcher(readme)
                .results()
                .filter(call -> !call.group(2).contains("…"))
                .toList();
        assertThat(calls).hasSize(3);
        for (var call : calls) {
            var answer = asAdmin().body(call.group(3).replace("mon_…", monitor)).request(call.group(1), call.group(2));
            assertThat(answer.statusCode()).as(call.group() + answer.asString()).isBetween(200, 201);
            if (call.group(1).equals("POST")) {
                asAdmin().delete(call.group(2) + "/" + answer.path("id")).then().statusCode(204);
            } else {
                asAdmin().delete(call.group(2)).then().statusCode(204);
            }
        }
        asAdmin().delete("/monitors/" + monitor).then().statusCode(204);
    }

    private static ValidatableResponse dryRun(String document) {
        return asAdmin()
                .config(RestAssured.config()
                        .encoderConfig(EncoderConfig.encoderConfig()
                                .encodeContentTypeAs("application/yaml", ContentType.TEXT)))
                .contentType("application/yaml")
                .body(document)
                .post("/monitors/import?dryRun=true")
                .then()
                .statusCode(200);
    }

    private static RequestSpecification asAdmin() {
        return given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType("application/json");
    }

    private static String read() {
        try {
            return Files.readString(Path.of("README.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
