package dev.hotstate.kit.testing.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.regex.Pattern;

/** {@code {env}:{app}:{entity}:{id}[:suffix]}, at most 100 bytes; an id may begin with a hash tag. */
final class KeyGrammar {

    static final int BYTES_MAX = 100;

    private static final String WORD = "[a-z][a-z0-9_-]*";
    private static final String VISIBLE = "[!-~&&[^:{},]]";
    private static final String VISIBLE_OR_SPACE = "[ -~&&[^:{},]]";

    private static final Pattern KEY = key(VISIBLE);
    private static final Pattern KEY_WITH_LABEL = key(VISIBLE_OR_SPACE);

    private KeyGrammar() {}

    /** Three words, then an id, then suffixes; at most one tag, and only where an id begins. */
    private static Pattern key(String idCharacter) {
        var tag = "\\{" + VISIBLE + "+}";
        var id = "(" + tag + idCharacter + "*|" + idCharacter + "+)";
        var plain = "(:" + idCharacter + "+)*";
        return Pattern.compile(WORD + ":" + WORD + ":" + WORD + plain + ":" + id + plain);
    }

    /** @param label whether the id is a readable label, in which spaces may stay */
    static Optional<String> objection(String key, boolean label) {
        if (key.getBytes(UTF_8).length > BYTES_MAX) {
            return Optional.of("has " + key.getBytes(UTF_8).length + " bytes, " + BYTES_MAX + " are the limit");
        }
        return (label ? KEY_WITH_LABEL : KEY).matcher(key).matches()
                ? Optional.empty()
                : Optional.of("is not {env}:{app}:{entity}:{id}[:suffix]");
    }
}
