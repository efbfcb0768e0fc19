package dev.hotstate.kit.testing.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotTest {

    /** From the specification of Redis Cluster. */
    @Test
    void the_check_value_of_crc16_gives_its_slot() {
        assertThat(HashSlot.of("123456789")).isEqualTo(0x31C3);
    }

    @ParameterizedTest
    @CsvSource({"{user1000}.following,user1000", "foo{{bar}}zap,{bar", "foo{bar}{zap},bar"})
    void only_the_first_tag_counts(String key, String tag) {
        assertThat(HashSlot.of(key)).isEqualTo(HashSlot.of(tag));
    }

    @Test
    void an_empty_tag_is_none() {
        assertThat(HashSlot.of("foo{}{bar}")).isNotEqualTo(HashSlot.of("bar"));
    }
}
