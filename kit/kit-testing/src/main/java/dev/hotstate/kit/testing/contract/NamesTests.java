package dev.hotstate.kit.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds a page to its word: each line of its tables names tests of this module as {@code `Class.method`}, and they exist.
 *
 * <pre>{@code
 * class DefectsDocumentTest implements NamesTests {
 *     public Path document() {
 *         return Path.of("../docs/monitor-defects.md");
 *     }
 * }
 * }</pre>
 */
public interface NamesTests {

    Path TESTS = Path.of("target/test-classes");
    Pattern METHOD = Pattern.compile("`(\\w+)\\.(\\w+)`");
    Pattern CELLS = Pattern.compile("\\|");

    /** Seen from the module. */
    Path document();

    @Test
    default void every_line_has_a_test_that_exists() throws IOException {
        var classes = testClasses();

        assertThat(rows(document())).isNotEmpty().allSatisfy(row -> {
            var tests = METHOD.matcher(row).results().toList();
            assertThat(tests).isNotEmpty();
            assertThat(tests)
                    .allSatisfy(test -> assertThat(isTest(classes, test))
                            .as("%s is a test", test.group())
                            .isTrue());
        });
    }

    private boolean isTest(Map<String, String> classes, MatchResult named) throws ClassNotFoundException {
        var name = classes.get(named.group(1));
        return name != null
                && Arrays.stream(Class.forName(name, false, getClass().getClassLoader())
                                .getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals(named.group(2)));
    }

    /** Binary names by simple names. */
    private static Map<String, String> testClasses() throws IOException {
        try (var files = Files.walk(TESTS)) {
            return files.map(file -> TESTS.relativize(file).toString())
                    .filter(file -> file.matches("[\\w/]+(Test|IT)\\.class"))
                    .map(file -> file.replace(".class", "").replace('/', '.'))
                    .collect(Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), name -> name));
        }
    }

    /** The rows of all tables, without their heads. */
    private static List<String> rows(Path document) throws IOException {
        return Files.readAllLines(document).stream()
                .filter(line -> CELLS.splitAsStream(line).count() > 2)
                .filter(line -> !line.startsWith("|--") && !line.endsWith("| test |"))
                .toList();
    }
}
