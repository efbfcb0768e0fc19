package dev.hotstate.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathPolicyTest {

    @ParameterizedTest
    @ValueSource(strings = {"$.a.b", "$..id", "$.items[?(@.price < 10)].name", "$.items[*]..id", "$['a..b']"})
    void takes_paths(String path) {
        assertThat(JsonPathPolicy.objection(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$..a..b", "$..*..*..*", "$.a[?(@..b)]", "$.a[?(@.b =~ /x/)]", "$.[", "$..a[?(@..b)]"})
    void refuses_paths_that_strangers_can_make_expensive(String path) {
        assertThat(JsonPathPolicy.objection(path)).isPresent();
    }

    /** As deep as a path of the greatest length can be. */
    @ParameterizedTest
    @ValueSource(strings = {".a", "[*]", "[?(", "(", "[", "!", "['a',"})
    void no_path_takes_more_stack_than_there_is(String part) {
        var longest = "$" + part.repeat(499 / part.length());

        assertThatCode(() -> {
                    if (JsonPathPolicy.objection(longest).isEmpty()) {
                        JsonPathPolicy.objection(new JsonExpectation(longest, null), "{\"a\":[1]}");
                    }
                })
                .doesNotThrowAnyException();
        assertThat(JsonPathPolicy.objection("$" + part.repeat(4_000)).orElseThrow())
                .contains("500");
    }

    @Test
    void what_the_library_stumbles_over_is_not_named() {
        assertThat(JsonPathPolicy.objection("$[").orElseThrow())
                .startsWith("is not a JSONPath")
                .doesNotContain("java.");
    }

    @Test
    void an_answer_that_is_nested_too_deeply_is_refused() {
        var deep = "{\"items\":".repeat(950) + "1" + "}".repeat(950);

        assertThat(JsonPathPolicy.objection(new JsonExpectation("$..items", null), deep))
                .contains("The answer is not JSON, or is nested deeper than 100");
    }

    @Test
    void one_of_many_hits_is_enough() {
        var many = "[" + "{\"a\":1},".repeat(50_000) + "{\"a\":2}]";

        assertThat(JsonPathPolicy.objection(number("1"), many)).isEmpty();
        assertThat(JsonPathPolicy.objection(number("3"), many)).contains("At the JSONPath is another value");
    }

    @Test
    void a_number_beyond_all_numbers_is_another_value() {
        assertThat(JsonPathPolicy.objection(number("1"), "[{\"a\":1e999}]"))
                .contains("At the JSONPath is another value");
        assertThat(JsonPathPolicy.objection(number("1"), "[{\"a\":1.0}]")).isEmpty();
    }

    @Test
    void what_is_not_there_leads_nowhere() {
        assertThat(JsonPathPolicy.objection(new JsonExpectation("$.b", TextNode.valueOf("x")), "{\"a\":1}"))
                .contains("The JSONPath leads nowhere");
    }

    private static JsonExpectation number(String value) {
        return new JsonExpectation("$..a", DecimalNode.valueOf(new BigDecimal(value)));
    }
}
