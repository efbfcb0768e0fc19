package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One fault after the other under load on all four services. {@code -Dfaults.update=true} writes what came of them to
 * {@code docs/faults.md}, {@code -Dfaults.only=MASTER_KILLED} tries one; {@code ./hotstate test --long} lets the longer ones take their time.
 */
@Tag("faults")
class FaultsIT {

    /** Also where another group is left out. */
    static final boolean LONG =
            !List.of(System.getProperty("excludedGroups", "long").split(",")).contains("long");

    private static final boolean UPDATE = Boolean.getBoolean("faults.update");
    private static final String ONLY = System.getProperty("faults.only", "");
    private static final List<Trial.Findings> FINDINGS = new ArrayList<>();

    private static @Nullable Trial trial;

    @BeforeAll
    static void aWorldAtWork() throws Exception {
        trial = new Trial(World.start());
    }

    @AfterAll
    static void writeDown() throws IOException {
        if (trial != null) {
            trial.close();
        }
        if (UPDATE) {
            Files.writeString(FaultsDocument.FILE, new FaultsDocument(FINDINGS).text());
        }
    }

    @ParameterizedTest
    @MethodSource("wanted")
    void nothing_that_was_acknowledged_is_lost_and_everything_comes_back_by_itself(Fault fault) {
        var findings = trial.endure(fault);
        FINDINGS.add(findings);
        System.out.println(FaultsDocument.rows(findings));

        assertThat(findings.violations()).as(fault.title()).isEmpty();
    }

    static Stream<Fault> wanted() {
        return Arrays.stream(Fault.values())
                .filter(fault -> ONLY.isEmpty() || fault.name().equals(ONLY));
    }

    @Test
    void the_document_has_a_row_for_each_fault() throws IOException {
        assertThat(Files.readString(FaultsDocument.FILE))
                .contains(Arrays.stream(Fault.values()).map(Fault::title).toList());
    }
}
