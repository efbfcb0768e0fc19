package dev.hotstate.kit.redis.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyIdTest {

    @Test
    void whatever_is_hashed_becomes_32_hexadecimal_digits() {
        assertThat(KeyId.hashed("2001:db8::1, {evil}\n").toString()).matches("[0-9a-f]{32}");
        assertThat(KeyId.hashed("a")).isEqualTo(KeyId.hashed("a")).isNotEqualTo(KeyId.hashed("b"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /x | GET /x",
                "GET /users/{id} | GET /users/%7Bid%7D",
                "POST /v1/jobs:cancel | POST /v1/jobs%3Acancel",
                "GET /50%~ | GET /50%25%7E",
                "GET /grün | GET /gr%C3%BCn"
            })
    void a_label_stays_readable(String label, String id) {
        assertThat(KeyId.label(label)).hasToString(id);
    }

    @Test
    void a_label_can_be_read_back() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            var label = random.ints(1 + random.nextInt(10), 0, 0x2FF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            assertThat(KeyId.labelOf(KeyId.label(label).toString()))
                    .as("seed %d", seed)
                    .contains(label);
        }
    }

    @Test
    void a_long_label_keeps_its_beginning_and_its_hash() {
        var label = "GET /" + "long".repeat(30);
        var id = KeyId.label(label).toString();
        assertThat(id).hasSize(64).startsWith("GET /longlong").matches(".{31}~[0-9a-f]{32}");
        assertThat(KeyId.label(label + "!").toString()).isNotEqualTo(id);
        assertThat(KeyId.labelOf(id)).isEmpty();
    }

    @Test
    void a_label_of_64_bytes_is_kept_whole() {
        assertThat(KeyId.label("x".repeat(64))).hasToString("x".repeat(64));
    }

    @Test
    void an_empty_label_is_refused() {
        assertThatThrownBy(() -> KeyId.label("")).isInstanceOf(MalformedKey.class);
    }
}
