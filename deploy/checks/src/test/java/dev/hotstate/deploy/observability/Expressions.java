package dev.hotstate.deploy.observability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All expressions of dashboards and rules, and the metrics that they name. */
final class Expressions {

    static final Path FOLDER = Path.of("../observability");
    static final Path ADAPTER = Path.of("../kubernetes/monitoring/prometheus-adapter-values.yaml");

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern NOT_NAMES = Pattern.compile(
            "\\{[^}]*}|\\[[^]]*]|\"[^\"]*\"|\\b(by|on|without|ignoring|group_left|group_right) *\\([^)]*\\)");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*+(?! *\\()");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

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

    static Set<String> recorded() {
        var recorded = new TreeSet<String>();
        rules().forEach(file -> recorded.addAll(read(file).findValuesAsText("record")));
        return recorded;
    }

    /** What an expression reads, with `:` in the name of what a rule records. */
    static Set<String> names(String expression) {
        var names = new TreeSet<String>();
        NAME.matcher(NOT_NAMES.matcher(expression).replaceAll(" "))
                .results()
                .map(match -> match.group())
                .filter(name -> !WORDS.contains(name))
                .forEach(names::add);
        return names;
    }

    private static List<Path> files(Path folder, String end) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
