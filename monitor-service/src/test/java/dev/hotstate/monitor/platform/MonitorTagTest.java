package dev.hotstate.monitor.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorTagTest {

    @ParameterizedTest
    @ValueSource(strings = {"prod", "team=shop", "Büro", "eu:west", "a/b-c_d.e", "7", "東京"})
    void words_of_all_scripts_are_tags(String text) {
        assertThat(MonitorTag.isTag(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "two words",
                "-begins",
                "a,b",
                "{a}",
                "a\nb",
                "123456789012345678901234567890123456789012345678901"
            })
    void what_could_be_read_in_two_ways_is_none(String text) {
        assertThat(MonitorTag.isTag(text)).isFalse();
    }
}
