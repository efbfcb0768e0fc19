package dev.hotstate.kit.redis.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LastGoodTest {

    private final LastGood<String> lastGood = new LastGood<>(2);

    @Test
    void the_value_used_longest_ago_goes_first() {
        keep("a");
        keep("b");
        lastGood.find("a");
        keep("c");
        assertThat(lastGood.find("a")).isPresent();
        assertThat(lastGood.find("b")).isEmpty();
        assertThat(lastGood.find("c")).isPresent();
    }

    @Test
    void a_forgotten_value_is_gone() {
        keep("a");
        lastGood.forget("a");
        assertThat(lastGood.find("a")).isEmpty();
    }

    private void keep(String key) {
        lastGood.keep(key, new Cached<>(key, false, Instant.EPOCH));
    }
}
