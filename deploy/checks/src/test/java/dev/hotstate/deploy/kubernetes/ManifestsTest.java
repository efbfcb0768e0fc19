package dev.hotstate.deploy.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.deploy.Programs;
import dev.hotstate.kit.testing.requires.Requires;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every object that the overlays render, and every Secret, is one that Kubernetes knows, down to the last field. */
class ManifestsTest {

    private static final Path FOLDER = Path.of("../kubernetes");

    /** What kustomize appends to the name of a generated ConfigMap, so that a change of it rolls out. */
    private static final String HASH =
            "\\b(hotstate|redis|postgres|monitor-service|driver-service|dag-scheduler|metrics-gateway|prometheus-rules|grafana-dashboards)"
                    + "-[24-9bcdfghkmt]{10}\\b";

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void every_field_is_known_and_of_its_type(String overlay) {
        var manifests = Kustomize.render(FOLDER.resolve("overlays").resolve(overlay));

        assertThat(manifests).hasSizeGreaterThan(25);
        assertThat(manifests).flatMap(Strict::findings).isEmpty();
    }

    @Test
    void secrets_are_objects_that_kubernetes_knows() throws Exception {
        var script = "../make-secrets.sh";
        var secrets = Kustomize.documents(Programs.run(script, "--backends"));

        assertThat(secrets).flatMap(Strict::findings).isEmpty();
        assertThat(secrets)
                .extracting(Kustomize::name)
                .containsExactly(
                        "monitor-service", "driver-service", "dag-scheduler", "metrics-gateway", "redis", "postgres");
    }

    @Test
    void an_unknown_field_a_wrong_type_and_an_unknown_kind_are_found() {
        var deployment = Kustomize.documents("""
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata: {name: x}
                        spec:
                          template:
                            spec:
                              containers:
                                - name: x
                                  readynessProbe: {}
                        """).getFirst();
        var service = Kustomize.documents("{apiVersion: v1, kind: Service, spec: {ports: [{port: eighty}]}}")
                .getFirst();
        var unknown =
                Kustomize.documents("{apiVersion: v1, kind: Servise, spec: {}}").getFirst();

        assertThat(Strict.findings(deployment)).singleElement().asString().contains("readynessProbe");
        assertThat(Strict.findings(service)).isNotEmpty();
        assertThat(Strict.findings(unknown)).isNotEmpty();
    }

    @Tag("kubectl")
    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void kubectl_renders_the_same(String overlay) throws Exception {
        var kubectl = Requires.command("kubectl", "renders the overlays");
        var folder = FOLDER.resolve("overlays").resolve(overlay);

        var rendered = Programs.run(kubectl.toString(), "kustomize", folder.toString());

        assertThat(byName(Kustomize.documents(rendered.replaceAll(HASH, "$1"))))
                .isEqualTo(byName(Kustomize.render(folder)));
    }

    private static Map<String, ObjectNode> byName(List<ObjectNode> manifests) {
        return manifests.stream()
                .collect(Collectors.toMap(
                        manifest -> Kustomize.kind(manifest) + "/" + Kustomize.name(manifest),
                        manifest -> manifest,
                        (one, other) -> {
                            throw new AssertionError("Twice: " + Kustomize.name(one));
                        },
                        TreeMap::new));
    }
}
