package dev.hotstate.kit.http.secret;

import dev.hotstate.kit.redis.encryption.EncryptionKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Seals texts for columns of Postgres: AES-256-GCM under a key that has a name, bound to a context such as the id of the row,
 * so that a sealed value is of no use in another place.
 *
 * <p>Without a configured key, which only development gets away with, the instances agree on one in Postgres.
 */
@Singleton
public final class SecretSealer {

    private static final String PREFIX = "hotstate.secrets";
    private static final String FILE = "file:";
    private static final String AGREED = "agreed";
    private static final byte VERSION = 1;

    private final SecretsConfig config;
    private final AgreedSecrets agreed;
    private volatile @Nullable EncryptionKeys known;

    SecretSealer(SecretsConfig config, AgreedSecrets agreed) {
        this.config = config;
        this.agreed = agreed;
    }

    /** @param context where the value belongs, for example {@code channel:ch_1}; the same when it is opened */
    public Uni<byte[]> seal(String plain, String context) {
        return keys().map(keys -> {
            var name = keys.current().getBytes(StandardCharsets.UTF_8);
            var sealed = keys.encrypt(plain.getBytes(StandardCharsets.UTF_8), bound(name, context));
            return ByteBuffer.allocate(2 + name.length + sealed.length)
                    .put(VERSION)
                    .put((byte) name.length)
                    .put(name)
                    .put(sealed)
                    .array();
        });
    }

    /** Fails with {@link SecretLost} if the key is no longer configured, or the value was sealed for another place. */
    public Uni<String> open(byte[] sealed, String context) {
        return keys().map(keys -> open(keys, sealed, context));
    }

    /** Whether the value is sealed under another key than the current one: time to seal it anew. */
    public Uni<Boolean> isOutdated(byte[] sealed) {
        return keys().map(keys -> !keys.current().equals(keyName(sealed)));
    }

    private static String open(EncryptionKeys keys, byte[] sealed, String context) {
        try {
            var name = keyName(sealed);
            var content = Arrays.copyOfRange(sealed, 2 + sealed[1], sealed.length);
            var plain = keys.decrypt(name, content, bound(name.getBytes(StandardCharsets.UTF_8), context));
            return new String(plain, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new SecretLost(context);
        }
    }

    private static String keyName(byte[] sealed) {
        if (sealed.length < 2 || sealed[0] != VERSION || sealed[1] < 0 || sealed.length < 2 + sealed[1]) {
            throw new IllegalArgumentException("not sealed by us");
        }
        return new String(sealed, 2, sealed[1], StandardCharsets.UTF_8);
    }

    /** Version and key are part of what is authenticated. */
    private static byte[] bound(byte[] name, String context) {
        var place = context.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + name.length + place.length)
                .put(VERSION)
                .put((byte) name.length)
                .put(name)
                .put(place)
                .array();
    }

    private Uni<EncryptionKeys> keys() {
        var keys = known;
        return keys != null ? Uni.createFrom().item(keys) : load().invoke(loaded -> known = loaded);
    }

    /** A failure is not kept: an outage of Postgres must end when it ends. */
    private Uni<EncryptionKeys> load() {
        return config.current().isPresent()
                ? Uni.createFrom().item(() -> configuredKeys(config))
                : agreed.secret("sealing").map(secret -> agreedKeys(config, secret));
    }

    /** @throws IllegalArgumentException if a key can't be used */
    static EncryptionKeys configuredKeys(SecretsConfig config) {
        return new EncryptionKeys(PREFIX, texts(config), config.current().orElseThrow());
    }

    private static EncryptionKeys agreedKeys(SecretsConfig config, byte[] secret) {
        var keys = texts(config);
        keys.put(AGREED, Base64.getEncoder().encodeToString(secret));
        return new EncryptionKeys(PREFIX, keys, AGREED);
    }

    private static Map<String, String> texts(SecretsConfig config) {
        var texts = new HashMap<String, String>();
        config.keys().forEach((name, text) -> texts.put(name, text.startsWith(FILE) ? content(name, text) : text));
        return texts;
    }

    private static String content(String name, String text) {
        try {
            return Files.readString(Path.of(text.substring(FILE.length()))).trim();
        } catch (IOException e) {
            throw new IllegalArgumentException(PREFIX + ".keys." + name + " names a file that can't be read");
        }
    }
}
