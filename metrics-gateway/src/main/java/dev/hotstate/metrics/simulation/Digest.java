package dev.hotstate.metrics.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** Texts that are compared and never read. */
final class Digest {

    /** Two of a million are equal once in ten million samples. */
    private static final int BYTES = 8;

    private static final Base64.Encoder LETTERS = Base64.getUrlEncoder().withoutPadding();

    private Digest() {}

    static String of(String text) {
        return LETTERS.encodeToString(Arrays.copyOf(sha256(text), BYTES));
    }

    /** Spread evenly over all numbers from 0. */
    static int number(String text) {
        var bytes = sha256(text);
        return (bytes[BYTES] & 0x7F) << 24 | (bytes[BYTES + 1] & 0xFF) << 16 | (bytes[BYTES + 2] & 0xFF) << 8;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
