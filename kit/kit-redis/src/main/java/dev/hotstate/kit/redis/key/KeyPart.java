package dev.hotstate.kit.redis.key;

/** What each part of a key may consist of. Loops, no patterns: this runs for each key of each command. */
final class KeyPart {

    private static final String SEPARATORS = ":{},";

    private KeyPart() {}

    static String word(String part, String value) {
        if (!isWords(value) || value.indexOf(':') >= 0) {
            throw new MalformedKey(part, "must be a lower-case word, such as \"monitor\"");
        }
        return value;
    }

    /** An entity may be several words, such as {@code requests:endpoint}: it is chosen by us, never from outside. */
    static String words(String part, String value) {
        if (!isWords(value)) {
            throw new MalformedKey(part, "must be lower-case words joined by colons");
        }
        return value;
    }

    /** An id, tag or suffix, possibly from outside: visible ASCII without the characters that the grammar uses. */
    static String id(String part, String value) {
        if (value.isEmpty()) {
            throw new MalformedKey(part, "is empty");
        }
        if (value.length() > KeySpace.BYTES_MAX) {
            throw new MalformedKey(part, "is too long: a key may have " + KeySpace.BYTES_MAX + " bytes");
        }
        for (int i = 0; i < value.length(); i++) {
            if (!isAllowedInId(value.charAt(i))) {
                throw new MalformedKey(part, "contains " + name(value.charAt(i)) + " at position " + i);
            }
        }
        return value;
    }

    /** Words joined by single colons, of which the first begins with a letter. */
    private static boolean isWords(String value) {
        char before = ':';
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean fits = i == 0 ? isLetter(c) : isAllowedInWord(c) || c == ':' && before != ':';
            if (!fits) {
                return false;
            }
            before = c;
        }
        return before != ':';
    }

    private static boolean isAllowedInWord(char c) {
        return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isAllowedInId(char c) {
        return c > ' ' && c < 0x7F && SEPARATORS.indexOf(c) < 0;
    }

    private static String name(char c) {
        if (c == ' ') {
            return "a space";
        }
        if (Character.isISOControl(c)) {
            return "a control character";
        }
        return c < 0x7F ? "'" + c + "'" : "a character outside ASCII";
    }
}
