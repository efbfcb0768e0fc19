package dev.hotstate.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
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
 * Cluster, a Postgres and a Prometheus of Debian packages. Needs podman, debootstrap and root; {@code CONTAINERS=1 .ci/run} runs it.
 */
class ContainersTrial {

    private static final Path DEPLOY = Path.of("..").toAbsolutePath().normalize();
    private static final int NODES = 6;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Where Debian keeps the programs of one version of Postgres. */
    private static final String PSQL_FIRST = "PATH=$(echo /usr/lib/postgresql/*/bin):$PATH; export PATH; ";

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
        compose.start("prometheus", Map.of(), "--entrypoint", "prometheus");
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
    void a_role_of_postgres_gets_nowhere_but_into_its_own_schema() {
        assertThat(asMonitor("select count(*) > 0 from monitor.flyway_schema_history"))
                .isEqualTo("t");

        assertThatThrownBy(() -> asMonitor("select * from driver.flyway_schema_history"))
                .hasMessageContaining("permission denied for schema driver");
        assertThatThrownBy(() -> asMonitor("create table public.anything ()"))
                .hasMessageContaining("permission denied for schema public");
        assertThatThrownBy(() -> asMonitor("create schema anything"))
                .hasMessageContaining("permission denied for database hotstate");
    }

    @Test
    void roles_and_schemas_can_be_made_again_beside_their_data() {
        compose.exec("postgres", "sh", "-c", PSQL_FIRST + "PGHOST=/tmp sh /docker-entrypoint-initdb.d/bootstrap.sh");

        assertThat(asMonitor("select count(*) > 0 from monitor.flyway_schema_history"))
                .isEqualTo("t");
    }

    /** With its configuration, its rules and the names of compose.yaml as they are. */
    @Test
    void prometheus_finds_every_service_and_makes_something_of_every_rule() throws IOException {
        awaitFigures();

        assertThat(askPrometheus("targets").at("/data/activeTargets")).hasSize(Service.values().length);
        var rules = askPrometheus("rules");
        assertThat(rules.findValuesAsText("health"))
                .as(rules.toString())
                .hasSizeGreaterThan(40)
                .containsOnly("ok");
    }

    /** That it understands each of them is known without; whether series match one another shows where there are some. */
    @Test
    void prometheus_can_work_out_what_dashboards_draw() throws IOException {
        awaitFigures();

        try (var dashboards = Files.list(DEPLOY.resolve("observability/grafana/dashboards"))) {
            var expressions = dashboards
                    .flatMap(file -> read(file).findValuesAsText("expr").stream())
                    .toList();
            assertThat(expressions)
                    .hasSizeGreaterThan(100)
                    .allSatisfy(expression -> assertThat(askPrometheus(query(expression))
                                    .get("status")
                                    .asText())
                            .isEqualTo("success"));
        }
    }

    /** Every service has been scraped, and a rule has made something of it, whoever has asked them anything. */
    private static void awaitFigures() {
        await().atMost(ofMinutes(3))
                .pollInterval(ofSeconds(1))
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> {
                    assertThat(askPrometheus(query("up == 1")).at("/data/result"))
                            .hasSameSizeAs(Service.values());
                    assertThat(askPrometheus(query("node:redis_memory:ratio")).at("/data/result"))
                            .isNotEmpty();
                    assertThat(askPrometheus("rules").findValuesAsText("health"))
                            .doesNotContain("unknown");
                });
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

    /** With the password that its service has. */
    private static String asMonitor(String sql) {
        return compose.exec(
                        "postgres",
                        "sh",
                        "-c",
                        PSQL_FIRST + "PGPASSWORD=$(cat /etc/postgres/secret/monitor-password)"
                                + " psql -h 127.0.0.1 -U monitor -d hotstate -qtAc '" + sql + "'")
                .strip();
    }

    private static String query(String expression) {
        return "query?query=" + URLEncoder.encode(expression, UTF_8);
    }

    private static JsonNode askPrometheus(String question) throws IOException {
        return JSON.readTree(compose.address("prometheus", 9090)
                .resolve("/api/v1/" + question)
                .toURL());
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        return JSON.readTree(Engine.podman("inspect", image(service))).get(0);
    }

    private static String image(Service service) {
        return "localhost/hotstate/" + service.module() + ":" + ServiceImage.VERSION;
    }
}
