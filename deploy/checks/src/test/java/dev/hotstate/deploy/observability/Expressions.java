package dev.hotstate.deploy.observability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All expressions of dashboards and rules. */
final class Expressions {

    static final Path FOLDER = Path.of("../observability");
    static final Path ADAPTER = Path.of("../kubernetes/monitoring/prometheus-adapter-values.yaml");

    private static final YAMLMapper YAML = new YAMLMapper();

    private Expressions() {}

    static List<Path> dashboards() {
        return files(FOLDER.resolve("grafana/dashboards"), ".json");
    }

    static List<Path> rules() {
        return files(FOLDER.resolve("rules"), ".yaml");
    }

    static JsonNode read(Path file) {
        try {
            return YAML.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code expr} of every target and rule. */
    static List<String> all() {
        return Stream.concat(dashboards().stream(), rules().stream())
                .map(Expressions::read)
                .flatMap(file -> file.findValuesAsText("expr").stream())
                .toList();
    }

    /** What rules record, by its name, and the expression of which they make it. */
    static Map<String, String> recorded() {
        return rules().stream()
                .flatMap(file -> read(file).findParents("record").stream())
                .collect(Collectors.toMap(
                        rule -> rule.get("record").asText(),
                        rule -> rule.get("expr").asText()));
    }

    private static List<Path> files(Path folder, String end) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
