package dev.hotstate.kit.http.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.http.testing.KitTest;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@KitTest
class SecretSealerIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String K1 = key((byte) 1);
    private static final String K2 = key((byte) 2);

    @Inject
    AgreedSecrets agreed;

    @TempDir
    Path folder;

    @Test
    void what_was_sealed_opens_in_its_place_only() {
        var sealer = sealer(Map.of("current", "k1", "keys.k1", K1));
        var sealed = seal(sealer, "pa55word", "channel:1");
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("pa55word");
        assertThat(open(sealer, sealed, "channel:1")).isEqualTo("pa55word");
        assertThatThrownBy(() -> open(sealer, sealed, "channel:2")).isInstanceOf(SecretLost.class);
    }

    @Test
    void the_same_text_is_sealed_differently_each_time() {
        var sealer = sealer(Map.of("current", "k1", "keys.k1", K1));
        assertThat(seal(sealer, "a", "c")).isNotEqualTo(seal(sealer, "a", "c"));
    }

    @Test
    void a_changed_byte_anywhere_opens_nothing() {
        var sealer = sealer(Map.of("current", "k1", "keys.k1", K1));
        var sealed = seal(sealer, "a", "c");
        for (int i = 0; i < sealed.length; i++) {
            var changed = sealed.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> open(sealer, changed, "c")).isInstanceOf(SecretLost.class);
            var cut = Arrays.copyOf(sealed, i);
            assertThatThrownBy(() -> open(sealer, cut, "c")).isInstanceOf(SecretLost.class);
        }
    }

    @Test
    void keys_are_rotated_by_naming_another() {
        var sealed = seal(sealer(Map.of("current", "k1", "keys.k1", K1)), "a", "c");
        var rotated = sealer(Map.of("current", "k2", "keys.k1", K1, "keys.k2", K2));
        assertThat(open(rotated, sealed, "c")).isEqualTo("a");
        assertThat(rotated.isOutdated(sealed).await().atMost(PATIENCE)).isTrue();
        assertThat(rotated.isOutdated(seal(rotated, "a", "c")).await().atMost(PATIENCE))
                .isFalse();
        var withoutOld = sealer(Map.of("current", "k2", "keys.k2", K2));
        assertThatThrownBy(() -> open(withoutOld, sealed, "c")).isInstanceOf(SecretLost.class);
    }

    @Test
    void a_key_may_stand_in_a_file() throws IOException {
        var file = Files.writeString(folder.resolve("key"), K1 + "\n");
        var sealed = seal(sealer(Map.of("current", "k1", "keys.k1", "file:" + file)), "a", "c");
        assertThat(open(sealer(Map.of("current", "k1", "keys.k1", K1)), sealed, "c"))
                .isEqualTo("a");
    }

    @Test
    void without_a_key_the_instances_agree_on_one_that_lasts() {
        var sealed = seal(sealer(Map.of()), "a", "c");
        assertThat(open(sealer(Map.of()), sealed, "c")).isEqualTo("a");
    }

    @Test
    void what_was_sealed_without_a_key_must_be_set_again_when_there_is_one() {
        var sealed = seal(sealer(Map.of()), "a", "c");
        assertThatThrownBy(() -> open(sealer(Map.of("current", "k1", "keys.k1", K1)), sealed, "c"))
                .isInstanceOf(SecretLost.class);
    }

    @Test
    void a_service_that_keeps_secrets_does_not_start_without_a_key() {
        assertThat(problems(Map.of("required", "true"))).singleElement().isEqualTo("hotstate.secrets.current");
        assertThat(problems(Map.of())).isEmpty();
        assertThat(problems(Map.of("required", "true", "current", "k1", "keys.k1", K1)))
                .isEmpty();
    }

    @Test
    void a_key_that_can_not_be_used_refuses_the_start_without_showing_it() {
        var problem = new SecretsStartCheck(config(Map.of("current", "k1", "keys.k1", "n0t-a-key!")))
                .problems()
                .getFirst();
        assertThat(problem.problem()).contains("hotstate.secrets.keys.k1").doesNotContain("n0t-a-key");
        assertThat(problems(Map.of("current", "k9", "keys.k1", K1))).hasSize(1);
        assertThat(problems(Map.of("current", "k1", "keys.k1", "file:/does/not/exist")))
                .hasSize(1);
    }

    private static List<String> problems(Map<String, String> settings) {
        return new SecretsStartCheck(config(settings))
                .problems().stream().map(problem -> problem.setting()).toList();
    }

    private SecretSealer sealer(Map<String, String> settings) {
        return new SecretSealer(config(settings), agreed);
    }

    private static SecretsConfig config(Map<String, String> settings) {
        var builder = new SmallRyeConfigBuilder().withMapping(SecretsConfig.class);
        settings.forEach((name, value) -> builder.withDefaultValue("hotstate.secrets." + name, value));
        return builder.build().getConfigMapping(SecretsConfig.class);
    }

    private static byte[] seal(SecretSealer sealer, String text, String context) {
        return sealer.seal(text, context).await().atMost(PATIENCE);
    }

    private static String open(SecretSealer sealer, byte[] sealed, String context) {
        return sealer.open(sealed, context).await().atMost(PATIENCE);
    }

    private static String key(byte content) {
        var bytes = new byte[32];
        Arrays.fill(bytes, content);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
