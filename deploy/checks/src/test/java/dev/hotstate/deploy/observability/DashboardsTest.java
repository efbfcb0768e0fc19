package dev.hotstate.deploy.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.hotstate.deploy.Programs;
import dev.hotstate.kit.testing.requires.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Grafana needs of a dashboard, so that it shows what we meant. */
class DashboardsTest {

    private static final int GRID_WIDTH = 24;
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(Expressions.read(Expressions.FOLDER.resolve("grafana/dashboard.schema.json")));

    static Stream<Path> dashboards() {
        return Expressions.dashboards().stream();
    }

    @Test
    void there_is_one_of_the_suite_one_of_redis_and_one_of_each_service() {
        assertThat(dashboards().map(file -> file.getFileName().toString()))
                .containsExactly("dag.json", "driver.json", "metrics.json", "monitor.json", "redis.json", "suite.json");
        assertThat(dashboards().map(file -> Expressions.read(file).get("uid").asText()))
                .doesNotHaveDuplicates();
    }

    /** Every field is known and of its type, and none is missing. */
    @ParameterizedTest
    @MethodSource("dashboards")
    void it_is_a_dashboard_as_the_schema_has_it(Path file) {
        assertThat(SCHEMA.validate(Expressions.read(file))).isEmpty();
    }

    @Test
    void the_schema_finds_an_unknown_field_a_wrong_type_and_an_unknown_kind_of_panel() {
        assertThat(complaintsAbout(panel -> panel.put("legend", "right"))).contains("legend");
        assertThat(complaintsAbout(panel -> panel.withObject("/gridPos").put("w", "half")))
                .contains("gridPos");
        assertThat(complaintsAbout(panel -> panel.put("type", "graph"))).contains("type");
        assertThat(complaintsAbout(panel -> panel.remove("targets"))).contains("targets");
    }

    private static String complaintsAbout(Consumer<ObjectNode> change) {
        var dashboard = Expressions.read(Expressions.dashboards().getFirst());
        for (var panel : dashboard.get("panels")) {
            if (!panel.get("type").asText().equals("row")) {
                change.accept((ObjectNode) panel);
                return SCHEMA.validate(dashboard).toString();
            }
        }
        throw new AssertionError("Nothing is drawn");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void its_parts_are_told_apart_and_explained(Path file) {
        var dashboard = Expressions.read(file);
        assertThat(dashboard.get("title").asText()).startsWith("Hotstate: ");
        assertThat(dashboard.at("/templating/list/0/type").asText()).isEqualTo("datasource");

        var ids = new HashSet<Integer>();
        assertSoftly(soft -> {
            for (var panel : dashboard.get("panels")) {
                var title = panel.get("title").asText();
                soft.assertThat(ids.add(panel.get("id").asInt()))
                        .as("id of %s", title)
                        .isTrue();
                if (!panel.get("type").asText().equals("row")) {
                    soft.assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                            .as("unit of %s", title)
                            .isNotEmpty();
                    soft.assertThat(panel.get("targets"))
                            .as("targets of %s", title)
                            .isNotEmpty();
                    for (var target : panel.get("targets")) {
                        soft.assertThat(target.at("/datasource/uid").asText()).isEqualTo("${datasource}");
                        soft.assertThat(target.get("legendFormat").asText())
                                .as("legend of %s", title)
                                .isNotEmpty();
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void no_panel_lies_on_another_or_beyond_the_edge(Path file) {
        var taken = new HashSet<List<Integer>>();
        for (var panel : Expressions.read(file).get("panels")) {
            var place = panel.get("gridPos");
            for (int x = at(place, "x"); x < at(place, "x") + at(place, "w"); x++) {
                assertThat(x).isLessThan(GRID_WIDTH);
                for (int y = at(place, "y"); y < at(place, "y") + at(place, "h"); y++) {
                    assertThat(taken.add(List.of(x, y)))
                            .as(panel.get("title").asText())
                            .isTrue();
                }
            }
        }
    }

    /** As rules they are parsed by Prometheus itself. */
    @Test
    void every_expression_is_one_that_prometheus_understands(@TempDir Path folder) throws Exception {
        var promtool = Requires.command("promtool", "install Debian's package `prometheus`");
        var rules = new ArrayList<String>();
        for (var expression : Expressions.all()) {
            rules.add("      - record: x" + rules.size() + "\n        expr: >-\n          " + expression);
        }
        var file = Files.writeString(
                folder.resolve("all.yaml"), "groups:\n  - name: all\n    rules:\n" + String.join("\n", rules) + "\n");

        assertThat(rules).hasSizeGreaterThan(100);
        Programs.run(promtool.toString(), "check", "rules", file.toString());
    }

    private static int at(JsonNode place, String name) {
        return place.get(name).asInt();
    }
}
