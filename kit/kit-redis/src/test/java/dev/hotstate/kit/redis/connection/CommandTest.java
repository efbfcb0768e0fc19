package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hotstate.kit.redis.key.RedisKey;
import org.junit.jupiter.api.Test;

class CommandTest {

    @Test
    void the_slot_is_that_of_the_keys() {
        assertThat(Command.of("GET").key(RedisKey.of("{a}1")).slot())
                .isEqualTo(RedisKey.of("a").slot());
        assertThat(Command.of("PING").slot()).isEqualTo(Command.ANY_SLOT);
    }

    @Test
    void keys_of_two_slots_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("MGET").key(RedisKey.of("a")).key(RedisKey.of("b")))
                .withMessageContaining("MGET");
    }

    @Test
    void it_prints_its_name_and_no_argument() {
        assertThat(Command.of("AUTH").arg("user").arg("secret")).hasToString("AUTH");
    }
}
