package dev.hotstate.deploy.observability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.deploy.Programs;
import dev.hotstate.kit.testing.requires.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Rules are valid, each alert fires on its trouble and not without, and people are told what to do about it. */
class RulesTest {

    private static final Path TESTS = Expressions.FOLDER.resolve("tests/rules-test.yaml");
    private static final Path GUIDE = Path.of("../../docs/operations.md");
    private static final Path MANIFEST = Path.of("../kubernetes/monitoring/prometheus-rule.yaml");

    @Test
    void prometheus_takes_the_rules() throws Exception {
        var command = new ArrayList<>(List.of(promtool(), "check", "rules"));
        Expressions.rules().forEach(file -> command.add(file.toString()));

        Programs.run(command.toArray(String[]::new));
    }

    @Test
    void prometheus_takes_the_configuration() throws Exception {
        Programs.run(
                promtool(),
                "check",
                "config",
                Expressions.FOLDER.resolve("prometheus.yml").toString());
    }

    @Test
    void each_alert_fires_on_its_trouble_and_none_when_all_is_well() throws Exception {
        Programs.run(promtool(), "test", "rules", TESTS.toString());
    }

    @Test
    void each_alert_has_a_unit_test_and_a_section_of_the_guide() throws IOException {
        var tests = Files.readString(TESTS);
        var guide = Files.readString(GUIDE).lines().toList();

        assertThat(alerts()).hasSizeGreaterThan(20).allSatisfy(alert -> {
            assertThat(tests).contains("alertname=\"" + alert + "\", alertstate=\"firing\", severity=");
            assertThat(guide).contains("#### " + alert);
        });
    }

    @Test
    void each_alert_says_what_is_wrong_how_bad_it_is_and_where_to_read_on() {
        var rules = Expressions.read(Expressions.FOLDER.resolve("rules/alerts.yaml"));
        for (var group : rules.get("groups")) {
            for (var rule : group.get("rules")) {
                assertThat(rule.at("/labels/severity").asText()).isIn("warning", "critical");
                assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
                assertThat(rule.at("/annotations/runbook").asText())
                        .isEqualTo("docs/operations.md#"
                                + rule.get("alert").asText().toLowerCase(Locale.ROOT));
            }
        }
    }

    /** The operator wants rules in an object of its own; kustomize cannot make it of the files. */
    @Test
    void kubernetes_gets_the_same_rules() {
        var manifest = Expressions.read(MANIFEST).at("/spec/groups");
        var groups = new ArrayList<JsonNode>();
        Expressions.rules().forEach(file -> Expressions.read(file).get("groups").forEach(groups::add));

        assertThat(manifest).containsExactlyElementsOf(groups);
    }

    private static List<String> alerts() {
        return Expressions.read(Expressions.FOLDER.resolve("rules/alerts.yaml")).findValuesAsText("alert");
    }

    private static String promtool() {
        return Requires.command("promtool", "install Debian's package `prometheus`")
                .toString();
    }
}
