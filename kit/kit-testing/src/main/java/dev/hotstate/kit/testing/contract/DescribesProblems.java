package dev.hotstate.kit.testing.contract;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the document of errors to its word: the part of a module describes the problems that the module answers with, all of
 * them and no others, each with its status and title.
 */
public interface DescribesProblems {

    Pattern SECTION = Pattern.compile("(?m)^### (\\S+)\n\n(\\d{3} · [^\n]+)$");

    /** @param retryable whether the same request may succeed later */
    record Entry(String slug, int status, String title, boolean retryable) {

        String headline() {
            return status + " · " + title + (retryable ? " · may succeed later" : "");
        }
    }

    /** Seen from the module. */
    default Path document() {
        return Path.of("../docs/errors.md");
    }

    /** How the heading of its part begins. */
    String part();

    Stream<Entry> problems();

    @Test
    default void the_document_describes_exactly_the_catalogue() throws IOException {
        var part = Arrays.stream(Files.readString(document()).split("(?m)^## "))
                .filter(text -> text.startsWith(part()))
                .findFirst()
                .orElseThrow();

        var described = SECTION.matcher(part)
                .results()
                .collect(toMap((MatchResult found) -> found.group(1), found -> found.group(2)));

        assertThat(described).isEqualTo(problems().collect(toMap(Entry::slug, Entry::headline)));
    }
}
