package dev.hotstate.deploy.kubernetes;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that no manifest may break, whoever adds one. */
class PolicyTest {

    private static final Set<String> SERVICES =
            Set.of("monitor-service", "driver-service", "dag-scheduler", "metrics-gateway");
    private static final String DEFAULTS =
            "../../kit/kit-http/src/main/resources/META-INF/microprofile-config.properties";
    private static final Pattern TAG = Pattern.compile(".+:(?!latest)[0-9][A-Za-z0-9._-]*");
    private static final Pattern SECRET = Pattern.compile("(?i).*(password|secret|token|bootstrap.?key).*");
    private static final Pattern SETTING = Pattern.compile("(?m)^\\| `([^`]+)`");
    private static final String REFUSED =
            "../../kit/kit-http/src/main/java/dev/hotstate/kit/http/egress/AddressClasses.java";
    private static final Pattern RANGE = Pattern.compile("\"([0-9a-f.:]+/[0-9]+)\"");

    /** What is public, everything else, and Teredo, which is a part of 2001::/23. */
    private static final Set<String> NOT_REFUSED_AS_SUCH = Set.of("2000::/3", "::/0", "2001::/32");

    /** Of a network of one's own; a shorter one would be a part of the internet. */
    private static final int NETWORK_PREFIX_MIN = 16;

    private static final Set<String> VOLUMES = Set.of("secret", "configMap", "emptyDir");

    record Workload(String overlay, ObjectNode manifest) {
        JsonNode pod() {
            return manifest.at("/spec/template/spec");
        }

        List<JsonNode> containers() {
            return list(pod().path("containers"));
        }

        String name() {
            return Kustomize.name(manifest);
        }

        boolean isJob() {
            return Kustomize.kind(manifest).equals("Job");
        }

        @Override
        public String toString() {
            return overlay + " " + name();
        }
    }

    static Stream<Workload> workloads() {
        return Stream.of("dev", "prod")
                .flatMap(overlay -> rendered(overlay).stream()
                        .filter(manifest -> manifest.at("/spec/template/spec").isObject())
                        .map(manifest -> new Workload(overlay, manifest)));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void pods_are_restricted(Workload workload) {
        assertSoftly(soft -> {
            var security = workload.pod().path("securityContext");
            soft.assertThat(security.path("runAsNonRoot").asBoolean())
                    .as("runAsNonRoot")
                    .isTrue();
            soft.assertThat(security.path("runAsUser").asInt()).as("runAsUser").isPositive();
            soft.assertThat(security.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            soft.assertThat(workload.pod().path("automountServiceAccountToken").asBoolean(true))
                    .as("token of a service account")
                    .isFalse();
            for (var host : List.of("hostNetwork", "hostPID", "hostIPC")) {
                soft.assertThat(workload.pod().has(host)).as(host).isFalse();
            }
            for (var volume : workload.pod().path("volumes")) {
                var fields = new ArrayList<String>();
                volume.fieldNames().forEachRemaining(fields::add);
                fields.remove("name");
                soft.assertThat(VOLUMES).as("volume %s", volume).containsAll(fields);
            }
            for (var container : workload.containers()) {
                var own = container.path("securityContext");
                soft.assertThat(own.path("allowPrivilegeEscalation").asBoolean(true))
                        .isFalse();
                soft.assertThat(own.path("readOnlyRootFilesystem").asBoolean()).isTrue();
                soft.assertThat(own.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
                soft.assertThat(own.path("privileged").asBoolean()).isFalse();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void containers_have_bounds_a_version_and_no_secret_in_the_open(Workload workload) {
        assertSoftly(soft -> {
            for (var container : workload.containers()) {
                soft.assertThat(container.path("image").asText()).as("image").matches(TAG);
                for (var bound : List.of("/requests/cpu", "/requests/memory", "/limits/cpu", "/limits/memory")) {
                    soft.assertThat(container.path("resources").at(bound).asText())
                            .as(bound)
                            .isNotEmpty();
                }
                for (var variable : container.path("env")) {
                    soft.assertThat(variable.path("name").asText().endsWith("_FILE")
                                    || !SECRET.matcher(variable.path("name").asText())
                                            .matches()
                                    || !variable.has("value"))
                            .as("%s is in the open", variable)
                            .isTrue();
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void whatever_runs_for_long_is_probed(Workload workload) {
        assertSoftly(soft -> {
            for (var container : workload.isJob() ? List.<JsonNode>of() : workload.containers()) {
                for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                    soft.assertThat(container.path(probe).isObject()).as(probe).isTrue();
                    if (SERVICES.contains(workload.name())) {
                        soft.assertThat(container
                                        .path(probe)
                                        .at("/httpGet/port")
                                        .asText())
                                .as("port of %s", probe)
                                .isEqualTo("management");
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void services_leave_in_good_order_and_spread(Workload workload) throws IOException {
        if (!SERVICES.contains(workload.name())) {
            return;
        }
        var drain = workload.containers()
                .getFirst()
                .at("/lifecycle/preStop/sleep/seconds")
                .asInt();
        int delay = number("../kubernetes/base/suite.env", "QUARKUS_SHUTDOWN_DELAY");
        int timeout = number(DEFAULTS, "quarkus.shutdown.timeout");
        assertThat(drain).isPositive();
        assertThat(workload.pod().path("terminationGracePeriodSeconds").asInt()).isGreaterThan(drain + delay + timeout);
        assertThat(list(workload.pod().path("topologySpreadConstraints")))
                .extracting(constraint -> constraint.path("topologyKey").asText())
                .containsExactlyInAnyOrder("topology.kubernetes.io/zone", "kubernetes.io/hostname");
        assertThat(workload.manifest()
                        .at("/spec/strategy/rollingUpdate/maxUnavailable")
                        .asInt(1))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void each_service_has_all_that_belongs_to_it(String overlay) {
        var manifests = rendered(overlay);
        for (var service : SERVICES) {
            assertThat(manifests)
                    .filteredOn(manifest -> Kustomize.name(manifest).equals(service))
                    .extracting(Kustomize::kind)
                    .as(service)
                    .containsExactlyInAnyOrder(
                            "ServiceAccount",
                            "Deployment",
                            "Service",
                            "PodDisruptionBudget",
                            "HorizontalPodAutoscaler",
                            "ConfigMap");
        }
    }

    @Test
    void two_of_each_service_run_at_least_and_one_at_a_time_may_be_taken_away() {
        var manifests = rendered("prod");

        assertThat(manifests)
                .filteredOn(manifest -> Kustomize.kind(manifest).equals("HorizontalPodAutoscaler"))
                .hasSize(SERVICES.size())
                .allSatisfy(scaler ->
                        assertThat(scaler.at("/spec/minReplicas").asInt()).isGreaterThanOrEqualTo(2));
        assertThat(manifests)
                .filteredOn(manifest -> Kustomize.kind(manifest).equals("PodDisruptionBudget"))
                .hasSize(SERVICES.size())
                .allSatisfy(budget ->
                        assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1));
        // How many there are is the business of the autoscaler: a number here would undo it with each rollout.
        assertThat(manifests)
                .filteredOn(manifest -> Kustomize.kind(manifest).equals("Deployment"))
                .noneMatch(deployment -> deployment.at("/spec").has("replicas"));
    }

    @Test
    void the_guide_counts_the_connections_to_postgres_of_all_instances_that_there_may_be() throws IOException {
        int instances = rendered("prod").stream()
                .filter(manifest -> Kustomize.kind(manifest).equals("HorizontalPodAutoscaler"))
                // A rollout adds one.
                .mapToInt(scaler -> scaler.at("/spec/maxReplicas").asInt() + 1)
                .sum();
        int each = number(DEFAULTS, "quarkus.datasource.reactive.max-size")
                + number(DEFAULTS, "quarkus.datasource.jdbc.max-size");

        assertThat(Files.readString(Path.of("../../docs/operations.md")))
                .contains("%d x %d + 10 = %d".formatted(instances, each, instances * each + 10));
    }

    @Test
    void every_volume_is_a_whole_folder_so_that_changes_arrive() {
        assertThat(workloads())
                .flatMap(Workload::containers)
                .flatMap(container -> list(container.path("volumeMounts")))
                .noneMatch(mount -> mount.has("subPath"));
    }

    @Test
    void each_metric_of_an_autoscaler_is_made_by_the_adapter() {
        var made = Kustomize.documents(Path.of("../kubernetes/monitoring/prometheus-adapter-values.yaml"))
                .getFirst()
                .findValuesAsText("as");

        assertThat(rendered("prod"))
                .filteredOn(manifest -> Kustomize.kind(manifest).equals("HorizontalPodAutoscaler"))
                .hasSize(4)
                .extracting(
                        scaler -> scaler.at("/spec/metrics/0/pods/metric/name").asText())
                .isSubsetOf(made);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void settings_are_ones_that_the_services_know(String overlay) throws IOException {
        var known = SETTING.matcher(Files.readString(Path.of("../../docs/settings.md")))
                .results()
                .map(setting -> variable(setting.group(1)))
                .toList();
        for (var manifest : rendered(overlay)) {
            manifest.path("data")
                    .fieldNames()
                    .forEachRemaining(name -> assertThat(!name.matches("(HOTSTATE|MONITOR|DRIVER|DAG|METRICS)_.*")
                                    || name.equals("HOTSTATE_ENV")
                                    || known.contains(name))
                            .as(name)
                            .isTrue());
        }
    }

    private static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void nothing_goes_in_or_out_that_no_policy_names(String overlay) {
        var policies = rendered(overlay).stream()
                .filter(manifest -> Kustomize.kind(manifest).equals("NetworkPolicy"))
                .toList();

        assertThat(policies)
                .filteredOn(policy -> Kustomize.name(policy).equals("default-deny"))
                .singleElement()
                .satisfies(policy -> {
                    assertThat(policy.at("/spec/podSelector")).isEmpty();
                    assertThat(policy.at("/spec/policyTypes").toString()).isEqualTo("[\"Ingress\",\"Egress\"]");
                    assertThat(policy.path("spec").has("egress")).isFalse();
                });
        // An entry without `to` or `from` would mean anywhere.
        for (var policy : policies) {
            for (var rule : policy.at("/spec/egress")) {
                assertThat(rule.path("to").isEmpty())
                        .as("%s goes anywhere", Kustomize.name(policy))
                        .isFalse();
            }
            for (var rule : policy.at("/spec/ingress")) {
                assertThat(rule.path("from").isEmpty())
                        .as("%s lets anybody in", Kustomize.name(policy))
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void only_monitor_service_reaches_the_internet_and_nothing_private(String overlay) {
        var manifests = rendered(overlay);
        var labelled = manifests.stream()
                .filter(manifest ->
                        manifest.at("/spec/template/metadata/labels").has("hotstate.dev/internet"))
                .map(Kustomize::name);
        var blocks = list(manifests.stream()
                .filter(manifest -> Kustomize.name(manifest).equals("internet"))
                .findFirst()
                .orElseThrow()
                .at("/spec/egress/0/to"));

        assertThat(labelled).containsExactly("monitor-service");
        assertThat(manifests)
                .filteredOn(manifest -> !Kustomize.name(manifest).equals("internet"))
                .flatExtracting(manifest -> manifest.findValuesAsText("cidr"))
                .allSatisfy(
                        range -> assertThat(prefixLength(range)).as(range).isGreaterThanOrEqualTo(NETWORK_PREFIX_MIN));
        assertThat(blocks).hasSize(2);
        assertThat(list(blocks.getFirst().at("/ipBlock/except")))
                .extracting(JsonNode::asText)
                .contains("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16");
        assertThat(list(blocks.getLast().at("/ipBlock/except")))
                .extracting(JsonNode::asText)
                .contains("fc00::/7", "fe80::/10", "::ffff:0:0/96");
    }

    /** What services refuse to call, the network refuses as well. */
    @Test
    void ranges_that_services_refuse_are_closed_to_them() throws IOException {
        var closed = rendered("prod").stream()
                .filter(manifest -> Kustomize.name(manifest).equals("internet"))
                .flatMap(manifest -> manifest.findValues("except").stream())
                .flatMap(ranges -> list(ranges).stream())
                .map(JsonNode::asText)
                .toList();
        var refused = RANGE.matcher(Files.readString(Path.of(REFUSED)))
                .results()
                .map(range -> range.group(1))
                .filter(not(NOT_REFUSED_AS_SUCH::contains))
                .toList();

        assertThat(refused).hasSizeGreaterThan(20);
        assertThat(closed).containsAll(refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void no_secret_is_committed(String overlay) {
        assertThat(rendered(overlay))
                .noneSatisfy(manifest -> assertThat(Kustomize.kind(manifest)).isEqualTo("Secret"));
        for (var manifest : rendered(overlay)) {
            if (Kustomize.kind(manifest).equals("ConfigMap")) {
                manifest.path("data")
                        .fieldNames()
                        .forEachRemaining(name -> assertThat(name.endsWith("_FILE")
                                        || name.equals("HOTSTATE_SECRETS_CURRENT")
                                        || name.equals("HOTSTATE_SESSION_SECURE_COOKIE")
                                        || !SECRET.matcher(name).matches())
                                .as("%s of %s", name, Kustomize.name(manifest))
                                .isTrue());
            }
        }
    }

    private static int prefixLength(String range) {
        return Integer.parseInt(range.substring(range.indexOf('/') + 1));
    }

    private static int number(String file, String setting) throws IOException {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(setting + "="))
                    .map(line -> line.substring(setting.length() + 1).replace("s", ""))
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<ObjectNode> rendered(String overlay) {
        return Kustomize.render(Path.of("../kubernetes/overlays").resolve(overlay));
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
