package dev.hotstate.images;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.yaml.snakeyaml.Yaml;

/**
 * The overlay {@code dev} of Kubernetes as podman plays it: Redis and the job that forms the cluster, Postgres, and the four services in
 * their images, with Debian's Redis and Postgres in place of those of a registry. Needs podman, kubectl, debootstrap and root;
 * {@code CONTAINERS=1 .ci/run} runs it.
 */
class KubeTrial {

    private static final Path DEPLOY = Path.of("..").toAbsolutePath().normalize();
    private static final int NODES = 6;

    @TempDir
    static Path folder;

    private static Kube kube;
    private static String secrets;
    private static final Map<Service, String> pods = new EnumMap<>(Service.class);

    @BeforeAll
    static void start() throws IOException {
        StandIns.make(folder);
        secrets = Workshop.run(folder, List.of(DEPLOY.resolve("make-secrets.sh").toString(), "--backends"));
        kube = Kube.open(DEPLOY.resolve("kubernetes/overlays/dev"), folder, secrets);
        // Ends at once if the recorded start does not fit, instead of doing without.
        kube.set("JDK_JAVA_OPTIONS", "-XX:AOTMode=on");
        // It shall check itself.
        kube.set("HOTSTATE_EGRESS_ALLOW_NEARBY", "true");
        // A crowded machine is not an outage.
        kube.set("HOTSTATE_REDIS_DEADLINE", "10s");
        kube.set("HOTSTATE_POSTGRES_DEADLINE", "20s");
        for (int node = 0; node < NODES; node++) {
            kube.member("redis", node, spec -> {});
        }
        var job = kube.job("redis-form-cluster");
        kube.member("postgres", 0, KubeTrial::runDebiansPostgres);
        assertThat(kube.waitFor(job)).as(() -> kube.log(job)).isZero();
        for (var service : Service.values()) {
            pods.put(service, kube.deployment(service.module()));
            // One after the other: four at once keep each other from answering in time.
            awaitReady(service);
        }
    }

    @AfterAll
    static void stop() {
        if (kube != null) {
            kube.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void a_pod_does_what_its_service_is_there_for(Service service) {
        var pod = pods.get(service);

        new Scenario(
                        service,
                        kube.address(pod, service.port()),
                        kube.address(pod, service.managementPort()),
                        bootstrapKey(service),
                        URI.create("http://127.0.0.1:" + service.managementPort() + "/q/health/live"))
                .play();

        assertThat(kube.log(pod)).doesNotContain(" ERROR ");
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void a_pod_has_the_bounds_and_the_few_rights_that_its_manifest_gives_it(Service service) throws IOException {
        var pod = kube.inspect(pods.get(service));

        assertThat(pod.at("/Config/User").asText()).isEqualTo("10001:10001");
        assertThat(pod.at("/HostConfig/ReadonlyRootfs").asBoolean()).isTrue();
        assertThat(pod.at("/HostConfig/SecurityOpt").toString()).contains("no-new-privileges");
        assertThat(pod.at("/EffectiveCaps").isEmpty()).isTrue();
        assertThat(pod.at("/HostConfig/Memory").asLong()).isBetween(512L << 20, 768L << 20);
        assertThat(pod.at("/HostConfig/CpuQuota").asLong()).isPositive();
    }

    /** What the entry point of the image of Postgres does that Debian's has not. */
    private static void runDebiansPostgres(ObjectNode spec) {
        var container = (ObjectNode) spec.at("/containers/0");
        container.putArray("command").add("sh").add("/trial/postgres.sh");
        container
                .withArray("/volumeMounts")
                .addObject()
                .put("name", "trial")
                .put("mountPath", "/trial")
                .put("readOnly", true);
        spec.withArray("/volumes")
                .addObject()
                .put("name", "trial")
                .putObject("hostPath")
                .put("path", Path.of("src/test/resources").toAbsolutePath().toString());
    }

    private static void awaitReady(Service service) {
        await().atMost(ofMinutes(3))
                .pollInterval(ofSeconds(1))
                .untilAsserted(() -> assertThat(isReady(service))
                        .as(() -> kube.log(pods.get(service)))
                        .isTrue());
    }

    private static boolean isReady(Service service) {
        try (var answer = kube.address(pods.get(service), service.managementPort())
                .resolve("/q/health/ready")
                .toURL()
                .openStream()) {
            return new String(answer.readAllBytes()).contains("UP");
        } catch (IOException notYet) {
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private static String bootstrapKey(Service service) {
        for (var document : new Yaml().loadAll(secrets)) {
            var secret = (Map<String, Map<String, String>>) document;
            if (secret != null && secret.get("metadata").get("name").equals(service.module())) {
                return secret.get("stringData")
                        .get("service.properties")
                        .lines()
                        .filter(line -> line.startsWith("hotstate.auth.bootstrap-key="))
                        .findFirst()
                        .orElseThrow()
                        .split("=", 2)[1];
            }
        }
        throw new AssertionError("No secret of " + service.module());
    }
}
