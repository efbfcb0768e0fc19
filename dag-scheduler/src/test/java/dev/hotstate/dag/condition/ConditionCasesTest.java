package dev.hotstate.dag.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.condition.ConditionOutcome.DoesNotHold;
import dev.hotstate.dag.condition.ConditionOutcome.Holds;
import dev.hotstate.dag.condition.ConditionOutcome.Undecidable;
import dev.hotstate.dag.condition.ParsedCondition.Malformed;
import dev.hotstate.dag.condition.ParsedCondition.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the table of docs/conditions.md. */
class ConditionCasesTest {

    private static final Path DOCUMENT = Path.of("../docs/conditions.md");
    private static final ObjectMapper JSON = new ObjectMapper();

    record Case(String number, String condition, String outputs, String status, String result) {

        @Override
        public String toString() {
            return number + " " + condition;
        }
    }

    static List<Case> cases() throws IOException {
        try (var lines = Files.lines(DOCUMENT)) {
            return lines.filter(line -> line.matches("\\| \\d+ \\|.*"))
                    .map(ConditionCasesTest::read)
                    .toList();
        }
    }

    private static Case read(String line) {
        var cells = Arrays.stream(line.split("(?<!\\\\)\\|"))
                .map(cell -> cell.strip().replace("`", "").replace("\\|", "|"))
                .toList();
        return new Case(cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void the_documented_result_is_the_real_one(Case example) throws IOException {
        assertThat(result(example)).isEqualTo(example.result());
    }

    @Test
    void there_are_at_least_fifty_cases() throws IOException {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(50);
    }

    private static String result(Case example) throws IOException {
        return switch (Condition.parse(example.condition())) {
            case Malformed malformed -> "malformed";
            case Understood understood ->
                switch (understood.condition().evaluate(parents(example))) {
                    case Holds holds -> "holds";
                    case DoesNotHold doesNotHold -> "does not hold";
                    case Undecidable undecidable -> "undecidable";
                };
        };
    }

    private static Map<String, ParentResult> parents(Case example) throws IOException {
        var parents = new HashMap<String, ParentResult>();
        JSON.readTree(example.outputs())
                .properties()
                .forEach(output -> parents.put(output.getKey(), new ParentResult("COMPLETED", output.getValue())));
        Arrays.stream(example.status().split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.split("="))
                .forEach(word -> parents.merge(
                        word[0],
                        new ParentResult(word[1], null),
                        (known, named) -> new ParentResult(named.status(), known.output())));
        return parents;
    }
}
