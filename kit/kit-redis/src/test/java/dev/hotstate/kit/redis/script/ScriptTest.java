package dev.hotstate.kit.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {

    enum CountOutcome {
        FIRST,
        COUNTED
    }

    enum OnlyFirst {
        FIRST
    }

    enum Done {
        DONE
    }

    @Test
    void includes_are_replaced_by_their_text_once() {
        var text = Script.load("lua/fixture/count_call.lua", CountOutcome.class).text();
        assertThat(text)
                .containsOnlyOnce("local function add_one(key)")
                .containsOnlyOnce("local function answer(total)");
        assertThat(text).doesNotContain("@include");
        assertThat(text.indexOf("add_one(key)")).isLessThan(text.indexOf("answer(total)"));
    }

    @Test
    void the_sha1_is_that_of_the_resolved_text() {
        var script = Script.load("lua/fixture/count_call.lua", CountOutcome.class);
        assertThat(script.sha1()).matches("[0-9a-f]{40}");
        assertThat(script).hasToString("count_call");
    }

    @Test
    void the_enum_must_have_exactly_the_words_of_the_header() {
        assertThatThrownBy(() -> Script.load("lua/fixture/count_call.lua", OnlyFirst.class))
                .isInstanceOf(BrokenScript.class)
                .hasMessage("lua/fixture/count_call.lua returns [COUNTED, FIRST], but OnlyFirst has [FIRST]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cycle            | include cycle: lua/broken/cycle.lua -> lua/include/ping.lua -> lua/include/pong.lua -> lua/include/ping.lua",
                "missing_include  | missing Lua file: lua/broken/missing_include.lua -> lua/include/nowhere.lua",
                "bad_include_name | include \"../fixture/echo_args\" is not a plain name: lua/broken/bad_include_name.lua -> ../fixture/echo_args",
                "absent           | missing Lua file: lua/broken/absent.lua",
                "no_header        | 'lua/broken/no_header.lua has no header line \"-- Returns  WORD ... | WORD ...\"'",
                "lower_case_word  | lua/broken/lower_case_word.lua returns \"none\", which begins with no status word"
            })
    void a_broken_script_is_refused_with_the_path(String name, String message) {
        assertThatThrownBy(() -> Script.load("lua/broken/" + name + ".lua", Done.class))
                .isInstanceOf(BrokenScript.class)
                .hasMessage(message);
    }
}
