package dev.hotstate.kit.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One Lua file with the enum of its status words. Meant for a constant:
 * {@code static final Script<ClaimOutcome> CLAIM_TASK = Script.load("lua/queue/claim_task.lua", ClaimOutcome.class);}
 */
public final class Script<S extends Enum<S>> {

    private final String name;
    private final String text;
    private final String sha1;
    private final Map<String, S> statusByWord;

    private Script(String name, String text, Map<String, S> statusByWord) {
        this.name = name;
        this.text = text;
        this.sha1 = sha1(text);
        this.statusByWord = statusByWord;
    }

    /**
     * Reads the file with its includes.
     *
     * @throws BrokenScript if a file is missing, includes go round in a circle, or the header's status words are not
     *     exactly the constants of the enum
     */
    public static <S extends Enum<S>> Script<S> load(String path, Class<S> statuses) {
        var text = LuaFiles.read(path);
        var promised = ScriptHeader.of(path, text).statusWords(path);
        var byWord = Arrays.stream(statuses.getEnumConstants())
                .collect(Collectors.toUnmodifiableMap(Enum::name, Function.identity()));
        if (!promised.equals(byWord.keySet())) {
            throw new BrokenScript("%s returns %s, but %s has %s"
                    .formatted(path, promised, statuses.getSimpleName(), new TreeSet<>(byWord.keySet())));
        }
        var name = path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.lua$", "");
        return new Script<>(name, text, byWord);
    }

    /** The file name without its ending, such as {@code claim_task}. */
    public String name() {
        return name;
    }

    /** The whole Lua text, includes resolved. */
    public String text() {
        return text;
    }

    /** What EVALSHA calls it by. */
    public String sha1() {
        return sha1;
    }

    S status(String word) {
        var status = statusByWord.get(word);
        if (status == null) {
            throw new IllegalStateException("script " + name + " answered with a word that its header does not list");
        }
        return status;
    }

    @Override
    public String toString() {
        return name;
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-1", e);
        }
    }
}
