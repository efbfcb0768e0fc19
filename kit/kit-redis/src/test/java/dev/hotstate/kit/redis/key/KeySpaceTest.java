package dev.hotstate.kit.redis.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeySpaceTest {

    private static final HashTag TAG = new HashTag("m07bt");

    private final KeySpace keys = new KeySpace("prod", "monitor");

    @Test
    void a_key_has_environment_app_entity_and_id() {
        assertThat(keys.key("retry", "mon_01JX")).hasToString("prod:monitor:retry:mon_01JX");
    }

    @Test
    void an_id_may_begin_with_a_tag_which_decides_the_slot() {
        var key = keys.key("status", TAG.id("mon_01JX"));
        assertThat(key).hasToString("prod:monitor:status:{m07bt}mon_01JX");
        assertThat(key.slot()).isEqualTo(TAG.slot());
    }

    @Test
    void a_tag_alone_is_an_id() {
        assertThat(keys.key("schedule", TAG.id())).hasToString("prod:monitor:schedule:{m07bt}");
    }

    @Test
    void suffixes_follow_the_id() {
        assertThat(keys.key("hist", TAG.id("mon_1"), "2026", "14"))
                .hasToString("prod:monitor:hist:{m07bt}mon_1:2026:14");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a:b", "{a}", "a}", "a,b", "a b", "a\nb", "a\u0000", "\t", "gr\u00fcn", "a\u2028b", "a\u007f", ""
            })
    void an_id_that_breaks_the_grammar_is_refused(String id) {
        assertThatThrownBy(() -> keys.key("status", id))
                .isInstanceOfSatisfying(
                        MalformedKey.class,
                        refusal -> assertThat(refusal.part()).isEqualTo("id"));
        assertThatThrownBy(() -> TAG.id(id)).isInstanceOf(MalformedKey.class);
        assertThatThrownBy(() -> new HashTag(id)).isInstanceOf(MalformedKey.class);
        assertThatThrownBy(() -> keys.key("status", "mon_1", id)).isInstanceOf(MalformedKey.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"a:b | id contains ':' at position 1", "a b | id contains a space at position 1"})
    void the_refusal_says_where_and_what(String id, String message) {
        assertThatThrownBy(() -> KeyId.of(id)).hasMessage(message);
    }

    @Test
    void the_refusal_does_not_repeat_what_it_refused() {
        assertThatThrownBy(() -> KeyId.of("secret\u001b[31m"))
                .hasMessage("id contains a control character at position 6");
    }

    @Test
    void a_key_of_100_bytes_is_allowed_and_of_101_refused() {
        int prefix = "prod:monitor:status:".length();
        assertThat(keys.key("status", "x".repeat(100 - prefix)).value()).hasSize(100);
        assertThatThrownBy(() -> keys.key("status", "x".repeat(101 - prefix)))
                .isInstanceOf(MalformedKey.class)
                .hasMessage("key would have 101 bytes, 100 is the limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Prod", "pr od", "a:b", "{x}", "1prod"})
    void environment_and_app_are_lower_case_words(String word) {
        assertThatThrownBy(() -> new KeySpace(word, "monitor")).isInstanceOf(MalformedKey.class);
        assertThatThrownBy(() -> new KeySpace("prod", word)).isInstanceOf(MalformedKey.class);
    }

    @Test
    void an_entity_may_be_several_words() {
        assertThat(keys.key("requests:endpoint", KeyId.label("GET /x")))
                .hasToString("prod:monitor:requests:endpoint:GET /x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "h3", "rate_limit", "last-seen", "requests:endpoint", "by:2026", "a:_"})
    void an_entity_is_lower_case_words_joined_by_colons(String entity) {
        assertThat(keys.key(entity, "x")).hasToString("prod:monitor:" + entity + ":x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "a:", ":a", "a::b", "A", "a:B", "1a", "_a", "-a", "a b", "{a}", "\u00e4"})
    void any_other_entity_is_refused(String entity) {
        assertThatThrownBy(() -> keys.key(entity, "x"))
                .isInstanceOf(MalformedKey.class)
                .hasMessage("entity must be lower-case words joined by colons");
    }

    @Test
    void a_literal_prefix_replaces_environment_and_app() {
        assertThat(KeySpace.withPrefix("ha:").key("requests", "total")).hasToString("ha:requests:total");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ha", ":", "", "{ha}:", "HA:"})
    void a_literal_prefix_must_fit_the_grammar(String prefix) {
        assertThatThrownBy(() -> KeySpace.withPrefix(prefix)).isInstanceOf(MalformedKey.class);
    }
}
