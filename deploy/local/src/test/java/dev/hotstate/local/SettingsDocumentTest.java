package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/settings.md} is what the sources say; {@code -Dsettings.update=true} writes it. */
class SettingsDocumentTest {

    private static final Path PROJECT = Path.of("../..");
    private static final Path DOCUMENT = PROJECT.resolve("docs/settings.md");
    private static final Pattern PROPERTY = Pattern.compile("\"(hotstate\\.[a-z.-]+)\"");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)");
    private static final List<String> MODULES = List.of(
            "kit/kit-redis",
            "kit/kit-http",
            "monitor-service",
            "driver-service",
            "dag-scheduler",
            "metrics-gateway",
            "metrics-gateway/client",
            "kit/kit-devservices/deployment");
    private static final String HEAD = """
            # Settings

            Every setting of our own, made from the sources by `SettingsDocumentTest`; do not edit by hand. As an environment variable:
            upper case, dots and dashes become underscores (`hotstate.redis.connections-max` → `HOTSTATE_REDIS_CONNECTIONS_MAX`). What
            belongs to Quarkus (`quarkus.redis.hosts`, `quarkus.datasource.*`, ports, TLS) and what to set first stands in
            [operations.md](operations.md); what `./hotstate` heeds in [deploy/local](../deploy/local/README.md). No default: optional.
            """;

    @Test
    void the_document_names_every_setting() throws IOException {
        var text = new StringBuilder(HEAD);
        for (var module : MODULES) {
            var rows = SettingsTable.rowsOf(PROJECT.resolve(module));
            if (!rows.isEmpty()) {
                text.append("\n## ").append(module).append("\n\n| property | default | meaning |\n|---|---|---|\n");
                rows.forEach(row -> text.append(row).append('\n'));
            }
        }
        if (Boolean.getBoolean("settings.update")) {
            Files.writeString(DOCUMENT, text);
        }
        assertThat(DOCUMENT)
                .as("docs/settings.md; the test that says so writes it with -Dsettings.update=true")
                .hasContent(text.toString());
    }

    /** Besides those of mappings, which have no other way to be read. */
    @Test
    void what_is_read_by_its_name_stands_in_the_document_too() throws IOException {
        var document = Files.readString(DOCUMENT);
        var readByName = new TreeSet<String>();
        for (var module : MODULES) {
            names(module, "src/main/java", ".java", SettingsTable.READ_BY_NAME, PROPERTY)
                    .forEach(property -> readByName.add("| `" + property + "` |"));
            names(module, "src/main/resources", "application.properties", VARIABLE, VARIABLE)
                    .forEach(variable -> readByName.add("`" + variable + "`"));
        }

        assertThat(readByName)
                .contains("| `hotstate.env` |", "`REDIS_KEY_PREFIX`")
                .allSatisfy(name -> assertThat(document).contains(name));
    }

    /** What the pattern finds in those files of a folder in which there is the sign. */
    private static List<String> names(String module, String folder, String ending, Pattern sign, Pattern name)
            throws IOException {
        var root = PROJECT.resolve(module).resolve(folder);
        if (!Files.exists(root)) {
            return List.of();
        }
        var found = new ArrayList<String>();
        try (var files = Files.walk(root)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(ending)).toList()) {
                var text = Files.readString(file);
                if (sign.matcher(text).find()) {
                    name.matcher(text).results().forEach(match -> found.add(match.group(1)));
                }
            }
        }
        return found;
    }
}
