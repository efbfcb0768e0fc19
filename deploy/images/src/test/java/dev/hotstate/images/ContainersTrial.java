package dev.hotstate.images;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The images that {@code ./hotstate images} has made, in containers with the rights that {@code compose.yaml} gives them, beside a Redis
 * Cluster and a Postgres of Debian packages. Needs podman, debootstrap and root; {@code CONTAINERS=1 .ci/run} runs it.
 */
class ContainersTrial {

    private static final Path DEPLOY = Path.of("..").toAbsolutePath().normalize();
    private static final int NODES = 6;

    private static final Map<String, String> SETTINGS = Map.of(
            // Ends at once if the recorded start does not fit, instead of doing without.
            "JDK_JAVA_OPTIONS", "-XX:AOTMode=on",
            // It shall check itself.
            "HOTSTATE_EGRESS_ALLOW_NEARBY", "true",
            // A crowded machine is not an outage.
            "HOTSTATE_REDIS_DEADLINE", "10s",
            "HOTSTATE_POSTGRES_DEADLINE", "20s");

    @TempDir
    static Path folder;

    private static Compose compose;
    private static Path secrets;

    @BeforeAll
    static void start() throws IOException {
        StandIns.make(folder);
        secrets = folder.resolve("secrets");
        Workshop.run(
                folder,
                List.of(DEPLOY.resolve("make-secrets.sh").toString(), "--backends", "--files", secrets.toString()));
        compose = Compose.open(DEPLOY, secrets);
        IntStream.range(0, NODES).forEach(node -> compose.start("redis-" + node, Map.of()));
        compose.start("redis-form-cluster", Map.of());
        compose.start(
                "postgres",
                Map.of(),
                "-v",
                Path.of("src/test/resources/postgres.sh").toAbsolutePath() + ":/trial/postgres.sh:ro",
                "--entrypoint",
                "[\"sh\", \"/trial/postgres.sh\"]");
        assertThat(compose.waitFor("redis-form-cluster"))
                .as(() -> compose.log("redis-form-cluster"))
                .isZero();
        await().atMost(ofMinutes(1))
                .pollInterval(ofSeconds(1))
                .ignoreExceptions()
                .until(() -> compose.exec(
                                "postgres", "sh", "-c", "$(echo /usr/lib/postgresql/*/bin/pg_isready) -h 127.0.0.1")
                        .contains("accepting"));
        for (var service : Service.values()) {
            compose.start(service.module(), SETTINGS, "-p", "127.0.0.1::" + service.managementPort());
            // One after the other: four at once keep each other from answering in time.
            awaitReady(service);
        }
    }

    @AfterAll
    static void stop() {
        if (compose != null) {
            compose.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void a_service_in_its_image_does_what_it_is_there_for(Service service) throws IOException {
        var name = service.module();

        new Scenario(
                        service,
                        compose.address(name, service.port()),
                        compose.address(name, service.managementPort()),
                        bootstrapKey(service),
                        URI.create("http://127.0.0.1:" + service.managementPort() + "/q/health/live"))
                .play();

        assertThat(compose.log(name)).doesNotContain(" ERROR ");
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void an_image_says_what_it_is_and_runs_as_nobody_in_particular(Service service) throws IOException {
        var config = inspect(service).get("Config");

        assertThat(config.get("User").asText()).isEqualTo("10001:10001");
        assertThat(config.get("Labels").get("org.opencontainers.image.title").asText())
                .isEqualTo(service.module());
        assertThat(config.get("Labels").get("org.opencontainers.image.revision").asText())
                .matches("[0-9a-f]{40}");
        assertThat(config.get("ExposedPorts").has(service.port() + "/tcp")).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void there_is_no_shell_in_an_image(Service service) {
        assertThatThrownBy(() -> Engine.podman("run", "--rm", "--entrypoint", "/bin/sh", image(service), "-c", "true"))
                .hasMessageContaining("no such file");
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void an_image_holds_a_valid_list_of_its_contents(Service service) throws Exception {
        var list = compose.copy(service.module(), "/app/" + Contents.FILE, folder.resolve(service.module() + ".json"))
                .toFile();

        assertThat(new JsonParser().validate(list, Version.VERSION_16)).isEmpty();
        assertThat(new JsonParser().parse(list).getComponents())
                .filteredOn(component ->
                        component.getPurl() != null && component.getPurl().startsWith("pkg:maven/"))
                .hasSizeGreaterThan(100)
                .allSatisfy(jar -> assertThat(jar.getHashes()).as(jar.getPurl()).isNotEmpty());
    }

    @Test
    void ping_works_without_a_right() {
        var answer = Engine.podman(
                "run",
                "--rm",
                "--cap-drop",
                "ALL",
                "--read-only",
                "--sysctl",
                "net.ipv4.ping_group_range=10001 10001",
                "--entrypoint",
                "ping",
                image(Service.MONITOR_SERVICE),
                "-c",
                "1",
                "127.0.0.1");

        assertThat(answer).contains("1 received");
    }

    private static void awaitReady(Service service) {
        var name = service.module();
        await().atMost(ofMinutes(2)).untilAsserted(() -> {
            assertThat(compose.isRunning(name)).as(() -> compose.log(name)).isTrue();
            assertThat(isReady(service)).as(() -> compose.log(name)).isTrue();
        });
    }

    private static boolean isReady(Service service) {
        try {
            var health =
                    compose.address(service.module(), service.managementPort()).resolve("/q/health/ready");
            try (var answer = health.toURL().openStream()) {
                return new String(answer.readAllBytes()).contains("UP");
            }
        } catch (IOException notYet) {
            return false;
        }
    }

    private static String bootstrapKey(Service service) throws IOException {
        return Files.readAllLines(secrets.resolve(service.module()).resolve("service.properties")).stream()
                .filter(line -> line.startsWith("hotstate.auth.bootstrap-key="))
                .findFirst()
                .orElseThrow()
                .split("=", 2)[1];
    }

    private static JsonNode inspect(Service service) throws IOException {
        return new ObjectMapper()
                .readTree(Engine.podman("inspect", image(service)))
                .get(0);
    }

    private static String image(Service service) {
        return "localhost/hotstate/" + service.module() + ":" + ServiceImage.VERSION;
    }
}
