package dev.hotstate.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What can be said of {@code compose.yaml} without an engine: its words, its files, and that nothing is open. */
class ComposeTest {

    private static final Path FOLDER = Path.of("..");

    /** Those of the Compose specification that we use. */
    private static final Set<String> WORDS = Set.of(
            "image",
            "restart",
            "read_only",
            "user",
            "cap_drop",
            "cap_add",
            "security_opt",
            "tmpfs",
            "stop_grace_period",
            "depends_on",
            "environment",
            "mem_limit",
            "hostname",
            "command",
            "volumes",
            "ports",
            "healthcheck",
            "sysctls");

    private static final Map<String, Map<String, Object>> services = new TreeMap<>();

    @BeforeAll
    @SuppressWarnings("unchecked")
    static void read() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(FOLDER.resolve("compose.yaml")));
        services.putAll((Map<String, Map<String, Object>>) file.get("services"));
    }

    @Test
    void all_that_belongs_to_the_suite_is_there() {
        assertThat(services)
                .containsKeys("redis-0", "redis-5", "redis-form-cluster", "postgres", "prometheus", "grafana")
                .containsKeys("monitor-service", "driver-service", "dag-scheduler", "metrics-gateway");
    }

    @Test
    void each_service_uses_words_that_compose_knows_a_version_and_few_rights() {
        assertSoftly(soft -> services.forEach((name, service) -> {
            soft.assertThat(WORDS).as(name).containsAll(service.keySet());
            soft.assertThat(service.get("image").toString()).as(name).matches("[a-z/-]+:v?[0-9][0-9a-z.-]*");
            soft.assertThat(service.get("cap_drop")).as(name).isEqualTo(List.of("ALL"));
            soft.assertThat(service.get("security_opt")).as(name).isEqualTo(List.of("no-new-privileges:true"));
            soft.assertThat(service).as(name).containsKeys("mem_limit", "restart");
            list(service, "ports")
                    .forEach(port -> soft.assertThat(port).as(name).startsWith("127.0.0.1:"));
        }));
    }

    @Test
    void every_file_that_is_mounted_exists_and_no_secret_stands_in_the_open() {
        assertSoftly(soft -> services.forEach((name, service) -> {
            list(service, "volumes").stream()
                    .filter(volume -> volume.startsWith("./") && !volume.startsWith("./secrets/"))
                    .forEach(volume -> soft.assertThat(FOLDER.resolve(volume.split(":")[0]))
                            .as(name)
                            .exists());
            if (service.get("environment") instanceof Map<?, ?> environment) {
                environment.keySet().stream()
                        .map(Object::toString)
                        .filter(variable -> variable.contains("PASSWORD"))
                        .forEach(variable -> soft.assertThat(variable).as(name).endsWith("_FILE"));
            }
        }));
    }

    private static List<String> list(Map<String, Object> service, String word) {
        return service.get(word) instanceof List<?> values
                ? values.stream().map(Object::toString).toList()
                : List.of();
    }
}
