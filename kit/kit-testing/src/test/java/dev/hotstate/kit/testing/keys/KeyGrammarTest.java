package dev.hotstate.kit.testing.keys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyGrammarTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prod:monitor:schedule:{m07bt}",
                "prod:monitor:status:{m07bt}mon_01JX",
                "prod:monitor:hist:{m07bt}mon_01JX:1763460000",
                "test:dag:task:{d07}01jx.fetch:status",
                "test:driver:status:{4711}",
                "test:driver:cells:3",
                "test:metrics:connections:http:max_since_startup",
                "test:metrics:requests:endpoint:GET_/users/%7Bid%7D",
                "test:metrics:rate_limit:login.9f86d081884c7d65"
            })
    void these_are_keys(String key) {
        assertThat(KeyGrammar.objection(key, false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "counter",
                "prod:monitor:schedule",
                "prod:monitor:schedule:",
                "prod:monitor::x",
                "Prod:monitor:status:x",
                "prod:monitor:Status:x",
                "{prod}:monitor:status:x",
                "prod:monitor:{status}:x",
                "prod:monitor:status:{}x",
                "prod:monitor:status:{a}{b}",
                "prod:monitor:status:x{a}",
                "prod:monitor:status:{a}x:{b}y",
                "prod:monitor:status:{a",
                "prod:monitor:status:a,b",
                "prod:monitor:status:a b",
                "prod:monitor:status:é",
                "prod:monitor:status:a\nb"
            })
    void these_are_none(String key) {
        assertThat(KeyGrammar.objection(key, false))
                .hasValueSatisfying(why -> assertThat(why).contains("{env}:{app}:{entity}:{id}"));
    }

    @Test
    void spaces_are_for_labels_only() {
        assertThat(KeyGrammar.objection("test:metrics:requests:endpoint:GET /x", false))
                .isPresent();
        assertThat(KeyGrammar.objection("test:metrics:requests:endpoint:GET /x", true))
                .isEmpty();
    }

    @Test
    void a_key_has_at_most_100_bytes() {
        var prefix = "test:monitor:status:";
        assertThat(KeyGrammar.objection(prefix + "x".repeat(80), false)).isEmpty();
        assertThat(KeyGrammar.objection(prefix + "x".repeat(81), false)).hasValue("has 101 bytes, 100 are the limit");
    }
}
