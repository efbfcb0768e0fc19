package dev.hotstate.kit.redis.vitals;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines {@code name:value} that INFO and CLUSTER INFO answer. */
record InfoReply(Map<String, String> fields) {

    static InfoReply of(String text) {
        var fields = new HashMap<String, String>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return new InfoReply(Map.copyOf(fields));
    }

    @Nullable
    String text(String name) {
        return fields.get(name);
    }

    @Nullable
    Long number(String name) {
        var value = fields.get(name);
        try {
            return value == null ? null : Long.valueOf(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
