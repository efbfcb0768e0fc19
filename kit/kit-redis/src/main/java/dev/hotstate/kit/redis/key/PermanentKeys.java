package dev.hotstate.kit.redis.key;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The keys of a service that may live without a TTL, each with the reason. The key scans of the tests
 * fail on any other key without one.
 *
 * @param prefix that of the service's {@link KeySpace}
 */
public record PermanentKeys(String prefix, List<Rule> rules) {

    public PermanentKeys {
        rules = List.copyOf(rules);
    }

    public static PermanentKeys in(KeySpace keys, Rule... rules) {
        return new PermanentKeys(keys.prefix(), List.of(rules));
    }

    public boolean covers(String key) {
        return key.startsWith(prefix) && rules.stream().anyMatch(rule -> rule.matches(key.substring(prefix.length())));
    }

    /**
     * One kind of permanent key.
     *
     * @param pattern   the key after its prefix, where <code>{tag}</code> stands for any hash tag and {@code <id>} for
     *                  any id: <code>schedule:{tag}</code>, <code>job:{tag}&lt;id&gt;</code>
     * @param condition when such a key may be without a TTL, in words: "always", "while the job is unfinished"
     * @param reason    why, and what keeps it from growing for ever
     */
    public record Rule(String pattern, String condition, String reason) {

        public static Rule always(String pattern, String reason) {
            return new Rule(pattern, "always", reason);
        }

        public static Rule when(String condition, String pattern, String reason) {
            return new Rule(pattern, condition, reason);
        }

        boolean matches(String key) {
            var regex = Pattern.quote(pattern)
                    .replace("{tag}", "\\E\\{[^{}]+\\}\\Q")
                    .replace("<id>", "\\E[^{}:,]+\\Q");
            return Pattern.matches(regex, key);
        }
    }
}
