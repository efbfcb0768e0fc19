package dev.hotstate.dag.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.dag.condition.ConditionOutcome.DoesNotHold;
import dev.hotstate.dag.condition.ConditionOutcome.Holds;
import dev.hotstate.dag.condition.ConditionOutcome.Undecidable;
import dev.hotstate.dag.condition.ParsedCondition.Malformed;
import dev.hotstate.dag.condition.ParsedCondition.Understood;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {

    @Test
    void it_names_the_tasks_that_it_reads() {
        assertThat(understood("outputs.a.x == outputs['b-1'].y or not (status.c in ['FAILED', status.d])")
                        .tasks())
                .containsExactlyInAnyOrder("a", "b-1", "c", "d");
        assertThat(understood("true").tasks()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "outputs.a = 3; 11; '=' has no meaning here",
                "outputs.a ==; 13; Expected a value, found the end",
                "outputs.a == 3 4; 16; Expected 'and', 'or' or the end, found '4'",
                "(true; 6; Expected ')', found the end",
                "foo.bar; 1; 'foo' is neither a value nor a function",
                "size(); 1; size() takes 1, not 0",
                "contains('a'); 1; contains() takes 2, not 1",
                "'abc; 1; This string does not end",
                "'a\\q'; 4; After a backslash only \\ ' \" n t are known",
                "outputs[0]; 11; Expected a task, as in outputs.fetch or outputs['fetch-1'], found the end",
                "outputs.a[-1]; 11; '-1' is not the number of an element",
                "outputs.a[b]; 11; Expected a string or a number, found 'b'",
                "outputs.; 9; Expected a name, found the end",
                "outputs.a.1; 11; Expected a name, found '1'",
                "a && b; 1; 'a' is neither a value nor a function",
                "true & false; 6; '&' has no meaning here",
                "true 😀; 6; '😀' has no meaning here"
            })
    void what_is_malformed_is_told_with_its_place(String text, int column, String message) {
        assertThat(Condition.parse(text)).isEqualTo(new Malformed(message, column));
    }

    @Test
    void length_depth_and_number_of_values_are_limited() {
        assertThat(Condition.parse("true or ".repeat(124) + "true")).isInstanceOf(Understood.class);
        assertThat(Condition.parse(" ".repeat(997) + "true")).isInstanceOf(Malformed.class);
        assertThat(Condition.parse("(".repeat(20) + "1 in [1]" + ")".repeat(20)))
                .isInstanceOf(Malformed.class);
        assertThat(Condition.parse("(".repeat(19) + "1 in [1]" + ")".repeat(19)))
                .isInstanceOf(Understood.class);
        assertThat(Condition.parse("!".repeat(990) + "true")).isEqualTo(new Malformed("Nested deeper than 20", 22));
        assertThat(Condition.parse("1 in [" + "1,".repeat(300) + "1]"))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.message()).isEqualTo("More than 200 values"));
    }

    @Test
    void a_message_tells_kinds_and_keeps_values_to_itself() {
        var secret = Map.of("a", new ParentResult("COMPLETED", TextNode.valueOf("hunter2")));
        assertThat(understood("outputs.a > 3").evaluate(secret))
                .isEqualTo(new Undecidable("a text and a number have no order"));
        assertThat(understood("outputs.a").evaluate(secret))
                .isEqualTo(new Undecidable("a text is neither true nor false"));
    }

    @Test
    void numbers_of_any_size_are_compared_at_once() throws Exception {
        var huge = new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree("{\"n\": 1e999999999}");
        assertThat(understood("outputs.a.n > 1e999").evaluate(Map.of("a", new ParentResult("COMPLETED", huge))))
                .isEqualTo(new Holds());
        var infinite = new ParentResult("COMPLETED", DoubleNode.valueOf(Double.POSITIVE_INFINITY));
        assertThat(understood("outputs.a > 1").evaluate(Map.of("a", infinite)))
                .isEqualTo(new Undecidable("A number is too large to be compared"));
    }

    @Test
    void a_search_text_from_an_output_is_limited() {
        var parents = Map.of(
                "a", new ParentResult("COMPLETED", TextNode.valueOf("a".repeat(65_536))),
                "b", new ParentResult("COMPLETED", TextNode.valueOf("a".repeat(1001))));
        assertThat(understood("contains(outputs.a, outputs.b)").evaluate(parents))
                .isInstanceOf(Undecidable.class);
    }

    @Test
    void a_parent_that_is_not_known_reads_as_null() {
        assertThat(understood("status.a == null and outputs.a == null").evaluate(Map.of()))
                .isEqualTo(new Holds());
        assertThat(understood("status.a == 'FAILED'").evaluate(Map.of())).isEqualTo(new DoesNotHold());
    }

    /** Whatever is put together from the language's own words is either understood or refused, never an accident. */
    @Test
    void random_words_never_break_it() {
        long seed = Long.getLong("seed", System.nanoTime());
        var random = new Random(seed);
        var words = "outputs . a [ ] ( ) 'x' 1 -2 true null and or not ! == < in , size contains status && exists"
                .split(" ");
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            for (int word = random.nextInt(12); word >= 0; word--) {
                text.append(words[random.nextInt(words.length)]).append(' ');
            }
            if (Condition.parse(text.toString()) instanceof Understood understood) {
                assertThat(understood.condition().evaluate(Map.of()))
                        .as("seed %d: %s", seed, text)
                        .isNotNull();
            }
        }
    }

    private static Condition understood(String text) {
        assertThat(Condition.parse(text)).isInstanceOf(Understood.class);
        return ((Understood) Condition.parse(text)).condition();
    }
}
