package dev.hotstate.kit.redis.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The id part of a key, already safe. There are three ways in: refuse what breaks the grammar ({@link #of}), hash what
 * cannot be refused ({@link #hashed}), or escape what people must be able to read ({@link #label}).
 */
public final class KeyId {

    /** Leaves 36 bytes for environment, app and entity. */
    static final int LABEL_BYTES_MAX = 64;

    private static final int HASH_BYTES = 16;
    private static final char SHORTENED = '~';

    private final String value;

    KeyId(String value) {
        this.value = value;
    }

    /** An id from outside. Fails with {@link MalformedKey} where it holds a separator, a brace or a control character. */
    public static KeyId of(String id) {
        return new KeyId(KeyPart.id("id", id));
    }

    /** Any text at all, such as the identifier of a rate limit: 32 hexadecimal digits of its SHA-256. */
    public static KeyId hashed(String anything) {
        return new KeyId(hash(anything));
    }

    /**
     * Text that stays readable, such as {@code GET /users/{id}}. Spaces stay; the characters of the key grammar, the
     * two that this escape uses and all that is not visible ASCII become {@code %XX}. A label of more than 64 bytes
     * keeps its beginning, then {@code ~} and its hash.
     */
    public static KeyId label(String label) {
        if (label.isEmpty()) {
            throw new MalformedKey("label", "is empty");
        }
        var escaped = escape(label);
        if (escaped.length() <= LABEL_BYTES_MAX) {
            return new KeyId(escaped);
        }
        var hash = hash(label);
        var beginning = escaped.substring(0, LABEL_BYTES_MAX - 1 - hash.length());
        return new KeyId(beginning + SHORTENED + hash);
    }

    /** The label behind an id that {@link #label} made, unless only its hash was kept. */
    public static Optional<String> labelOf(String id) {
        if (id.indexOf(SHORTENED) >= 0) {
            return Optional.empty();
        }
        return Optional.of(URLDecoder.decode(id.replace("+", "%2B"), UTF_8));
    }

    private static String escape(String label) {
        var escaped = new StringBuilder(label.length());
        for (byte b : label.getBytes(UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean stays = c == ' ' || KeyPart.isAllowedInId(c) && c != '%' && c != SHORTENED;
            escaped.append(stays ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return escaped.toString();
    }

    private static String hash(String anything) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(anything.getBytes(UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyId that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value;
    }
}
