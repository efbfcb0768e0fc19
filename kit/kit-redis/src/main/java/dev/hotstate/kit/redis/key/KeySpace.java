package dev.hotstate.kit.redis.key;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Builds the keys of one service in one environment: {@code {env}:{app}:{entity}:{id}[:suffix]}.
 *
 * <p>Environment and app stand before any hash tag, so {@code ~prod:monitor:*} is the whole ACL pattern of a service.
 * <pre>{@code
 * var keys = new KeySpace("prod", "monitor");
 * keys.key("schedule", tag.id());               // prod:monitor:schedule:{m07bt}
 * keys.key("status", tag.id("mon_01JX"));       // prod:monitor:status:{m07bt}mon_01JX
 * keys.key("hist", tag.id("mon_01JX"), "14");   // prod:monitor:hist:{m07bt}mon_01JX:14
 * }</pre>
 */
public final class KeySpace {

    public static final int BYTES_MAX = 100;

    private final String prefix;

    public KeySpace(String env, String app) {
        this(new Namespace(env, app));
    }

    public KeySpace(Namespace namespace) {
        this(namespace.env() + ":" + namespace.app() + ":");
    }

    private KeySpace(String prefix) {
        this.prefix = prefix;
    }

    /** A key space whose prefix is given as a whole, such as {@code ha:}; it must end in a colon and hold no tag. */
    public static KeySpace withPrefix(String prefix) {
        if (!prefix.endsWith(":")) {
            throw new MalformedKey("prefix", "must end in a colon");
        }
        KeyPart.words("prefix", prefix.substring(0, prefix.length() - 1));
        return new KeySpace(prefix);
    }

    /** What all keys of this space begin with, including the last colon. */
    public String prefix() {
        return prefix;
    }

    public RedisKey key(String entity, KeyId id, String... suffixes) {
        var key = new StringBuilder(BYTES_MAX)
                .append(prefix)
                .append(KeyPart.words("entity", entity))
                .append(':')
                .append(id);
        for (var suffix : suffixes) {
            key.append(':').append(KeyPart.id("suffix", suffix));
        }
        return checked(key.toString());
    }

    /** A key whose id is a plain one, possibly from outside. */
    public RedisKey key(String entity, String id, String... suffixes) {
        return key(entity, KeyId.of(id), suffixes);
    }

    private static RedisKey checked(String key) {
        // All parts are ASCII by now: characters are bytes.
        assert US_ASCII.newEncoder().canEncode(key) : key;
        if (key.length() > BYTES_MAX) {
            throw new MalformedKey("key", "would have " + key.length() + " bytes, " + BYTES_MAX + " is the limit");
        }
        return RedisKey.of(key);
    }
}
