package dev.hotstate.monitor.platform;

import java.security.SecureRandom;

/** Ids that people see: a word for the kind, then 20 characters of lower-case base 32, 100 random bits. */
public final class PublicId {

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int LENGTH = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PublicId() {}

    /** Such as {@code mnt_4k7q...} for {@code mnt}. */
    public static String next(String kind) {
        var id = new StringBuilder(kind).append('_');
        RANDOM.ints(LENGTH, 0, ALPHABET.length()).forEach(index -> id.append(ALPHABET.charAt(index)));
        return id.toString();
    }
}
