package dev.hotstate.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexPolicyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v[0-9]+",
                "\\d{1,3}(\\.\\d{1,3}){3}",
                "(?i)status: (ok|fine)",
                "\\{literal\\}",
                "[]{1000}]x",
                "a{500}",
                "(a|b){300}",
                "{{ mustache }}",
                "[^]]{2,}"
            })
    void takes_what_people_write(String regex) {
        assertThat(RegexPolicy.objection(regex)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000})",
                "(((a{100}){100}){100})",
                "(?:(?:(?:(?:a{30}){30}){30}){30}){30}",
                "(abc{9}def{9}){99}",
                "(a{40}b){30}c",
                "(a{1000}){2}"
            })
    void refuses_what_is_large_when_written_out(String regex) {
        assertThat(RegexPolicy.objection(regex)).contains("is too large with all its repeats written out");
    }

    @Test
    void says_what_is_no_expression() {
        assertThat(RegexPolicy.objection("(a"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("is not a regular expression"));
    }

    @Test
    void finds_what_is_there() {
        assertThat(RegexPolicy.finds("b+c", "aabbbc")).isTrue();
        assertThat(RegexPolicy.finds("^b", "aabbbc")).isFalse();
    }
}
