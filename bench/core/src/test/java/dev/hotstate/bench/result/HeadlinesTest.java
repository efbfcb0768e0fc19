package dev.hotstate.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code -Dheadlines.update=true} writes the figures of {@code bench/results} into the README. */
class HeadlinesTest {

    private static final Path README = Path.of("../../README.md");
    private static final Path RESULTS = Path.of("../results");
    private static final String BEGIN = "<!-- %s: written by HeadlinesTest -->\n";
    private static final String END = "<!-- until here -->\n";

    @Test
    void the_readme_says_which_goals_are_met() throws IOException {
        assertWritten("goals", new Headlines(results()).goals());
    }

    @Test
    void the_readme_says_what_a_redis_command_costs() throws IOException {
        assertWritten("one command", new Headlines(results()).oneCommand());
    }

    @Test
    void a_goal_that_stands_for_itself_is_no_headline() throws IOException {
        var table = new Headlines(results()).goals();

        assertThat(table).contains("÷").doesNotContain("÷ null");
    }

    private static void assertWritten(String name, String wanted) throws IOException {
        var readme = Files.readString(README);
        var begin = BEGIN.formatted(name);
        assertThat(readme).containsOnlyOnce(begin);
        int from = readme.indexOf(begin) + begin.length();
        int to = readme.indexOf(END, from);
        var table = "\n" + wanted + "\n";
        if (Boolean.getBoolean("headlines.update")) {
            Files.writeString(README, readme.substring(0, from) + table + readme.substring(to));
            return;
        }

        assertThat(readme.substring(from, to)).isEqualTo(table);
    }

    private static List<BenchResult> results() throws IOException {
        var results = new ArrayList<BenchResult>();
        try (var files = Files.list(RESULTS)) {
            for (var file : files.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                results.add(BenchResult.read(file));
            }
        }
        return results;
    }
}
