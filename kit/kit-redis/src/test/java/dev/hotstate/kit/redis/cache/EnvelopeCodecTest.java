package dev.hotstate.kit.redis.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.encryption.EncryptionKeys;
import dev.hotstate.kit.redis.key.RedisKey;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeCodecTest {

    private static final RedisKey KEY = RedisKey.of("test:driver:cache:profile.drv_1");
    private static final Instant NOW = Instant.ofEpochMilli(1_702_900_800_123L);
    private static final String K1 = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String K2 =
            Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(UTF_8));

    private final ObjectMapper json = new ObjectMapper();
    private final EnvelopeCodec plain = new EnvelopeCodec(json, 3, null);
    private final EnvelopeCodec sealed =
            new EnvelopeCodec(json, 3, new EncryptionKeys("hotstate.cache.encryption", Map.of("k1", K1), "k1"));

    @Test
    void a_small_entry_is_json_with_version_time_and_data() {
        var bytes = plain.encode(KEY, new Envelope(NOW, json.createObjectNode().put("name", "x")));
        assertThat(new String(bytes, UTF_8)).isEqualTo("{\"_v\":3,\"_t\":1702900800123,\"data\":{\"name\":\"x\"}}");
    }

    @ParameterizedTest
    @CsvSource({"1023, JSON", "1024, JSON", "1025, MESSAGE_PACK", "100000, MESSAGE_PACK"})
    void an_entry_above_one_kilobyte_is_message_pack(int jsonBytes, String form) {
        int frame = plain.encode(KEY, new Envelope(NOW, json.getNodeFactory().textNode(""))).length;
        var envelope = new Envelope(NOW, json.getNodeFactory().textNode("x".repeat(jsonBytes - frame)));
        var bytes = plain.encode(KEY, envelope);
        assertThat(bytes[0] == '{').isEqualTo(form.equals("JSON"));
        assertThat(plain.decode(KEY, bytes)).contains(envelope);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "null",
                "[]",
                "{}",
                "{\"_v\":2,\"_t\":1,\"data\":{}}",
                "{\"_v\":4,\"_t\":1,\"data\":{}}",
                "{\"_v\":3,\"data\":{}}",
                "{\"_v\":3,\"_t\":1}",
                "{\"_v\":3,\"_t\":1,\"data\":null}",
                "{\"_v\":3,\"_t\":\"x\",\"data\":{}}",
                "{\"_v\":3,\"_t\":1,\"data\":{}",
                "\u0093abc"
            })
    void another_version_and_broken_bytes_are_a_miss(String text) {
        assertThat(plain.decode(KEY, text.getBytes(UTF_8))).isEmpty();
        assertThat(sealed.decode(KEY, text.getBytes(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "true", "{}", "[]", "\"\"", "\"no base64!\""})
    void an_encrypted_entry_without_ciphertext_is_a_miss(String data) {
        var entry = "{\"_v\":3,\"_t\":1,\"_k\":\"k1\",\"data\":" + data + "}";
        assertThat(sealed.decode(KEY, entry.getBytes(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 700, 1100, 50_000})
    void an_encrypted_entry_opens_with_its_key_only(int length) {
        var envelope = new Envelope(NOW, data("personal ".repeat(length / 9 + 1)));
        var bytes = sealed.encode(KEY, envelope);
        assertThat(new String(bytes, UTF_8)).doesNotContain("personal");
        assertThat(sealed.decode(KEY, bytes)).contains(envelope);
        assertThat(new EnvelopeCodec(json, 3, new EncryptionKeys("hotstate.cache.encryption", Map.of("k1", K2), "k1"))
                        .decode(KEY, bytes))
                .isEmpty();
    }

    @Test
    void an_encrypted_entry_does_not_open_under_another_key_name() {
        var bytes = sealed.encode(KEY, new Envelope(NOW, data("x")));
        assertThat(sealed.decode(RedisKey.of("test:driver:cache:profile.drv_2"), bytes))
                .isEmpty();
    }

    @Test
    void an_encrypted_entry_cannot_be_made_to_look_younger() {
        var text = new String(sealed.encode(KEY, new Envelope(NOW, data("x"))), UTF_8);
        var younger = text.replace("1702900800123", "1802900800123");
        assertThat(sealed.decode(KEY, younger.getBytes(UTF_8))).isEmpty();
    }

    @Test
    void every_flipped_bit_of_an_encrypted_entry_is_a_miss_or_harmless() {
        var envelope = new Envelope(NOW, data("x".repeat(2000)));
        var bytes = sealed.encode(KEY, envelope);
        for (int i = 0; i < bytes.length; i++) {
            var tampered = bytes.clone();
            tampered[i] ^= 1;
            assertThat(sealed.decode(KEY, tampered))
                    .as("byte %d flipped", i)
                    .satisfiesAnyOf(
                            found -> assertThat(found).isEmpty(),
                            found -> assertThat(found).contains(envelope));
        }
    }

    @Test
    void an_older_key_stays_readable_while_it_is_configured() {
        var envelope = new Envelope(NOW, data("x"));
        var underK1 = sealed.encode(KEY, envelope);
        var rotated = new EnvelopeCodec(
                json, 3, new EncryptionKeys("hotstate.cache.encryption", Map.of("k1", K1, "k2", K2), "k2"));
        assertThat(rotated.decode(KEY, underK1)).contains(envelope);
        assertThat(new String(rotated.encode(KEY, envelope), UTF_8)).contains("\"_k\":\"k2\"");
        var withoutK1 =
                new EnvelopeCodec(json, 3, new EncryptionKeys("hotstate.cache.encryption", Map.of("k2", K2), "k2"));
        assertThat(withoutK1.decode(KEY, underK1)).isEmpty();
    }

    @Test
    void plain_and_encrypted_entries_do_not_pass_for_each_other() throws IOException {
        var envelope = new Envelope(NOW, data("x"));
        assertThat(sealed.decode(KEY, plain.encode(KEY, envelope))).isEmpty();
        assertThat(json.readTree(sealed.encode(KEY, envelope)).has("_k")).isTrue();
    }

    @Test
    void a_key_of_the_wrong_length_or_name_is_refused() {
        assertThatThrownBy(() -> new EncryptionKeys("hotstate.cache.encryption", Map.of("k1", "c2hvcnQ="), "k1"))
                .hasMessage("hotstate.cache.encryption.keys.k1 must have 32 bytes");
        assertThatThrownBy(() -> new EncryptionKeys("hotstate.cache.encryption", Map.of("k1", K1), "k2"))
                .hasMessageContaining("hotstate.cache.encryption.current");
    }

    private JsonNode data(String text) {
        return json.createObjectNode().put("name", text);
    }
}
