package dev.hotstate.monitor.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.problem.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MonitorErrorsDocTest {

    private static final Pattern SECTION = Pattern.compile("(?m)^### (\\S+)\n\n(\\d{3} · [^\n]+)$");

    @Test
    void the_document_describes_exactly_the_catalogue() throws IOException {
        var part = Arrays.stream(Files.readString(Path.of("../docs/errors.md")).split("(?m)^## "))
                .filter(section -> section.startsWith("monitor-service"))
                .findFirst()
                .orElseThrow();

        Map<String, String> described = SECTION.matcher(part)
                .results()
                .collect(Collectors.toMap((MatchResult found) -> found.group(1), found -> found.group(2)));

        assertThat(described)
                .isEqualTo(Arrays.stream(MonitorProblem.values())
                        .collect(Collectors.toMap(ProblemType::slug, MonitorErrorsDocTest::headline)));
    }

    private static String headline(ProblemType type) {
        return type.status() + " · " + type.title() + (type.retryable() ? " · may succeed later" : "");
    }
}
