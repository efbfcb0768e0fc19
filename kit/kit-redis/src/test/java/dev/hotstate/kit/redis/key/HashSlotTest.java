package dev.hotstate.kit.redis.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotTest {

    /** 0x31C3 is the check value that the Redis Cluster specification gives for CRC16. */
    @Test
    void the_check_value_of_the_specification_holds() {
        assertThat(HashSlot.of("123456789")).isEqualTo(0x31C3);
    }

    @ParameterizedTest
    @CsvSource({
        "{user1000}.following, user1000",
        "foo{bar}{zap}, bar",
        "foo{{bar}}zap, {bar",
        "a{b}c}, b",
        "prod:monitor:status:{m07}mon_1, m07"
    })
    void only_the_first_tag_counts(String key, String tag) {
        assertThat(HashSlot.of(key)).isEqualTo(HashSlot.of(tag));
    }

    /** Computed elsewhere from the UTF-8 bytes. */
    @ParameterizedTest
    @CsvSource({"straße, 8908", "{straße}x, 8908", "東京, 16157"})
    void other_letters_count_by_their_bytes(String key, int slot) {
        assertThat(HashSlot.of(key)).isEqualTo(slot);
    }

    @ParameterizedTest
    @CsvSource({"foo{}{bar}", "foo{bar", "foo}bar{", "{}"})
    void an_empty_or_unclosed_tag_is_none(String key) {
        assertThat(HashSlot.of(key)).isNotEqualTo(HashSlot.of("bar")).isBetween(0, HashSlot.COUNT - 1);
    }
}
