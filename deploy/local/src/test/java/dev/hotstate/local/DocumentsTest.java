package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the documents promise to be there is there. */
class DocumentsTest {

    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#\\s]+)[^)]*\\)");
    /** The beginning of a rule of {@code PermanentKeys}. */
    private static final Pattern PERMANENT = Pattern.compile("\\b(?:always|when)\\([^\"]*\"(\\w+):");

    /** An entity as code builds a key of it, with its id if that is a constant too. */
    private static final Pattern KEY = Pattern.compile(
            "\\b(?:\\w*[kK]eys(?:\\(\\))?\\.key|of(?:Job|Partition|Driver|Monitor))\\(\\s*\"([\\w:]+)\"(?:,\\s*\"(\\w+)\"\\s*\\))?");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(?:\\*|/\\*\\*|//).*$");
    /** A key in the first column of a table. */
    private static final Pattern LISTED_KEY = Pattern.compile("(?m)(?:^\\| |\\G(?<!^), )`([^`]+)`");

    private static final Pattern TEST_CLASS = Pattern.compile("`([A-Z]\\w+(?:Test|IT))`");

    @Test
    void every_link_between_documents_leads_somewhere() throws IOException {
        var broken = documents()
                .flatMap(document -> LINK.matcher(read(document))
                        .results()
                        .filter(link -> !Files.exists(document.getParent().resolve(link.group(1))))
                        .map(link -> PROJECT.relativize(document) + " -> " + link.group(1)))
                .toList();

        assertThat(broken).isEmpty();
    }

    @Test
    void every_decision_has_a_number_of_its_own() throws IOException {
        try (var records = Files.list(PROJECT.resolve("docs/adr"))) {
            var numbers = records.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .map(name -> name.substring(0, 4))
                    .toList();

            assertThat(numbers).isNotEmpty().doesNotHaveDuplicates().allMatch(number -> number.matches("\\d{4}"));
        }
    }

    @Test
    void every_decision_is_in_the_list() throws IOException {
        var list = read(PROJECT.resolve("docs/adr/README.md"));
        try (var records = Files.list(PROJECT.resolve("docs/adr"))) {
            assertThat(records.map(file -> file.getFileName().toString()))
                    .isNotEmpty()
                    .allMatch(name -> name.equals("README.md") || list.contains("](" + name + ")"));
        }
    }

    @Test
    void every_key_that_may_be_permanent_is_marked_in_the_list_of_keys() throws IOException {
        var rows = read(PROJECT.resolve("docs/redis-keys.md"))
                .lines()
                .filter(row -> row.startsWith("|")
                        && (row.contains("permanent") || row.contains("none while") || row.contains("| same")))
                .collect(Collectors.joining("\n"));

        var permanent = files("Keys.java")
                .flatMap(file -> PERMANENT.matcher(read(file)).results())
                .map(rule -> rule.group(1))
                .toList();

        assertThat(permanent)
                .isNotEmpty()
                .allSatisfy(entity -> assertThat(rows).containsPattern("[:`]" + entity + ":"));
    }

    @ParameterizedTest
    @CsvSource({
        "All services, kit/kit-redis",
        "monitor, monitor-service",
        "driver, driver-service",
        "dag, dag-scheduler",
        "metrics, metrics-gateway"
    })
    void every_key_and_channel_of_the_code_is_in_the_list_of_keys_and_no_other(String section, String module)
            throws IOException {
        var text = read(PROJECT.resolve("docs/redis-keys.md"));
        var chapter =
                text.substring(text.indexOf("\n## " + section)).substring(1).split("\n## ", 2)[0];
        var code = files(".java")
                .filter(file -> file.startsWith(PROJECT.resolve(module).resolve("src/main")))
                .map(file -> COMMENT.matcher(read(file)).replaceAll(""))
                .toList();

        var built = new TreeSet<String>();
        code.forEach(source -> KEY.matcher(source)
                .results()
                .map(key -> key.group(2) == null ? key.group(1) : key.group(1) + ":" + key.group(2))
                .forEach(built::add));
        assertThat(built)
                .isNotEmpty()
                .allSatisfy(entity -> assertThat(chapter).containsPattern("[:`]" + entity + "[:`]"));

        var listed = LISTED_KEY
                .matcher(chapter)
                .results()
                .map(key -> key.group(1)
                        .replaceFirst("^\\{env}:(\\w+|\\{app}):", "")
                        .split(":")[0])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed)
                .isNotEmpty()
                .allMatch(entity -> entity.equals("cache") // of a declared cache: built by the kit
                        || code.stream().anyMatch(source -> source.contains('"' + entity)));
    }

    @Test
    void every_test_that_the_checklist_names_exists() throws IOException {
        Set<String> tests = files(".java")
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        List<String> named = TEST_CLASS
                .matcher(read(PROJECT.resolve("docs/redis-checklist.md")))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(named).isNotEmpty().allMatch(tests::contains);
    }

    private static Stream<Path> documents() throws IOException {
        return files(".md");
    }

    private static Stream<Path> files(String ending) throws IOException {
        try (var all =
                Files.find(PROJECT, 20, (file, attributes) -> file.toString().endsWith(ending) && !isGenerated(file))) {
            return all.toList().stream();
        }
    }

    private static boolean isGenerated(Path file) {
        var path = PROJECT.relativize(file).toString();
        return path.contains("target/") || path.startsWith(".") || path.contains("node_modules/");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
