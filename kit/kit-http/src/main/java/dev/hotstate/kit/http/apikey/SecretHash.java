package dev.hotstate.kit.http.apikey;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of a whole API key: enough, since a key is random, and unlike the key it may lie in a database. */
final class SecretHash {

    private final byte[] bytes;

    private SecretHash(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    static SecretHash of(String secret) {
        try {
            return new SecretHash(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    static SecretHash stored(byte[] bytes) {
        return new SecretHash(bytes);
    }

    /** In constant time. */
    boolean matches(String secret) {
        return MessageDigest.isEqual(bytes, of(secret).bytes);
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /** Ties a session to the very key that opened it. */
    String fingerprint() {
        return HexFormat.of().formatHex(bytes, 0, 8);
    }

    @Override
    public String toString() {
        return "(hash)";
    }
}
