package dev.hotstate.deploy.observability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.deploy.Programs;
import dev.hotstate.kit.redis.vitals.Threshold;
import dev.hotstate.kit.testing.requires.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules are valid, each alert fires on its trouble and not without, and people are told what to do about it. */
class RulesTest {

    private static final Path TESTS = Expressions.FOLDER.resolve("tests/rules-test.yaml");
    private static final Path GUIDE = Path.of("../../docs/operations.md");
    private static final Path MANIFEST = Path.of("../kubernetes/monitoring/prometheus-rule.yaml");
    private static final Pattern MORE_THAN = Pattern.compile("> ([0-9.]+)");

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

    /** Pages and health tell people the same. */
    @ParameterizedTest
    @EnumSource
    void an_alert_has_the_threshold_of_the_vital_whose_name_it_bears(Threshold threshold) {
        var limit = MORE_THAN.matcher(alertOf(threshold.code()).get("expr").asText());

        assertThat(limit.find()).isTrue();
        assertThat(Double.parseDouble(limit.group(1))).isEqualTo(threshold.limit());
    }

    @Test
    void each_alert_has_a_unit_test_and_a_section_of_the_guide() throws IOException {
        var tests = Files.readString(TESTS);
        var guide = Files.readString(GUIDE).lines().toList();

        assertThat(alerts()).hasSizeGreaterThan(20).allSatisfy(alert -> {
            assertThat(tests).contains("alertname=\"" + name(alert) + "\", alertstate=\"firing\", severity=");
            assertThat(guide).contains("#### " + name(alert));
        });
    }

    @Test
    void each_alert_says_what_is_wrong_how_bad_it_is_and_where_to_read_on() {
        assertThat(alerts()).allSatisfy(alert -> {
            assertThat(alert.at("/labels/severity").asText()).isIn("warning", "critical");
            assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
            assertThat(alert.at("/annotations/runbook").asText())
                    .isEqualTo("docs/operations.md#" + name(alert).toLowerCase(Locale.ROOT));
        });
    }

    /** The operator wants rules in an object of its own; kustomize cannot make it of the files. */
    @Test
    void kubernetes_gets_the_same_rules() {
        var manifest = Expressions.read(MANIFEST).at("/spec/groups");
        var groups = new ArrayList<JsonNode>();
        Expressions.rules().forEach(file -> Expressions.read(file).get("groups").forEach(groups::add));

        assertThat(manifest).containsExactlyElementsOf(groups);
    }

    private static List<JsonNode> alerts() {
        return Expressions.read(Expressions.FOLDER.resolve("rules/alerts.yaml")).findParents("alert");
    }

    private static String name(JsonNode alert) {
        return alert.get("alert").asText();
    }

    /** @param code in lower case, with a hyphen between words */
    private static JsonNode alertOf(String code) {
        return alerts().stream()
                .filter(alert -> name(alert).equalsIgnoreCase(code.replace("-", "")))
                .findFirst()
                .orElseThrow();
    }

    private static String promtool() {
        return Requires.command("promtool", "install Debian's package `prometheus`")
                .toString();
    }
}
