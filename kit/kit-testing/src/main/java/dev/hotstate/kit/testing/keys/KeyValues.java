package dev.hotstate.kit.testing.keys;

import dev.hotstate.kit.backends.redis.RespClient;

/** Reads the beginning of a value of any type as text, never more than a bounded part. */
final class KeyValues {

    private static final String ELEMENTS_MAX = "1000";
    private static final String LAST_ELEMENT = "999";
    private static final String LAST_BYTE = "65535";

    private KeyValues() {}

    static String read(RespClient node, String key) {
        return switch (node.text("TYPE", key)) {
            case "string" -> node.text("GETRANGE", key, "0", LAST_BYTE);
            case "hash" -> node.text("HSCAN", key, "0", "COUNT", ELEMENTS_MAX);
            case "set" -> node.text("SSCAN", key, "0", "COUNT", ELEMENTS_MAX);
            case "zset" -> node.text("ZRANGE", key, "0", LAST_ELEMENT);
            case "list" -> node.text("LRANGE", key, "0", LAST_ELEMENT);
            case "stream" -> node.text("XRANGE", key, "-", "+", "COUNT", ELEMENTS_MAX);
            default -> "";
        };
    }
}
