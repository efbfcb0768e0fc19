package dev.hotstate.kit.testing.keys;

import dev.hotstate.kit.backends.redis.RedisAdmin;
import dev.hotstate.kit.backends.redis.RespClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Looks at every key of every master. It finds keys outside of the grammar, longer than 100 bytes, without a TTL, and
 * keys or values that hold what must never be in Redis.
 *
 * <pre>{@code
 * KeyScan.strict()
 *         .permanent(monitorKeys.permanent()::covers)
 *         .secret("the name of a driver", "Ada Lovelace-Example")
 *         .assertClean(cluster.admin());
 * }</pre>
 */
public final class KeyScan {

    private static final int KEYS_PER_STEP = 500;
    private static final int SHOWN_MAX = 50;
    private static final int SECRET_LENGTH_MIN = 4;

    private final String prefix;
    private final BiPredicate<String, RespClient> permanent;
    private final Predicate<String> labelled;
    private final Map<String, String> secrets;
    private final List<String> entities;

    private KeyScan(
            String prefix,
            BiPredicate<String, RespClient> permanent,
            Predicate<String> labelled,
            Map<String, String> secrets,
            List<String> entities) {
        this.prefix = prefix;
        this.permanent = permanent;
        this.labelled = labelled;
        this.secrets = secrets;
        this.entities = entities;
    }

    /** Every key has a TTL and no id has spaces, until exceptions are named. */
    public static KeyScan strict() {
        return new KeyScan("", (key, master) -> false, key -> false, Map.of(), List.of());
    }

    /** Only keys that begin so: those of one service in a cluster that several use. Its ACL keeps it inside of them. */
    public KeyScan below(String keyPrefix) {
        return new KeyScan(keyPrefix, permanent, labelled, secrets, entities);
    }

    /** Keys that may live without a TTL; several calls add up. */
    public KeyScan permanent(Predicate<String> keys) {
        return permanentWhile((key, master) -> keys.test(key));
    }

    /** Keys that may live without a TTL as long as something else is so, asked of the master that holds the key. */
    public KeyScan permanentWhile(BiPredicate<String, RespClient> condition) {
        return new KeyScan(prefix, permanent.or(condition), labelled, secrets, entities);
    }

    /** Keys whose id is a readable label and may have spaces, such as {@code GET /users}. */
    public KeyScan labelled(Predicate<String> keys) {
        return new KeyScan(prefix, permanent, labelled.or(keys), secrets, entities);
    }

    /** A secret or personal datum that the test has put into the system, under a name for the failure message. */
    public KeyScan secret(String name, String value) {
        if (value.length() < SECRET_LENGTH_MIN) {
            throw new IllegalArgumentException("too short to be found by accident only: " + name);
        }
        var more = new LinkedHashMap<>(secrets);
        more.put(value, name);
        return new KeyScan(prefix, permanent, labelled, more, entities);
    }

    /** There must be a key of each of these entities, below the prefix: a scan that met nothing has shown nothing. */
    public KeyScan meeting(String... expected) {
        return new KeyScan(prefix, permanent, labelled, secrets, List.of(expected));
    }

    public List<KeyFinding> findings(RedisAdmin cluster) {
        var findings = new ArrayList<KeyFinding>();
        var unmet = new HashSet<>(entities);
        for (int port : cluster.ports()) {
            try (var node = cluster.connect(port)) {
                if (node.field("role", "INFO", "replication").equals("master")) {
                    var keys = keysOf(node);
                    unmet.removeIf(entity -> keys.stream().anyMatch(key -> key.startsWith(prefix + entity + ":")));
                    for (int from = 0; from < keys.size(); from += KEYS_PER_STEP) {
                        check(node, keys.subList(from, Math.min(from + KEYS_PER_STEP, keys.size())), findings);
                    }
                }
            }
        }
        unmet.forEach(
                entity -> findings.add(new KeyFinding(prefix + entity, "was met nowhere: what should write it?")));
        return findings;
    }

    /** Fails with a list of what it found. */
    public void assertClean(RedisAdmin cluster) {
        var findings = findings(cluster);
        if (findings.isEmpty()) {
            return;
        }
        var text = new StringBuilder(findings.size() + " findings in Redis:");
        findings.stream()
                .limit(SHOWN_MAX)
                .forEach(finding -> text.append("\n  ").append(finding));
        if (findings.size() > SHOWN_MAX) {
            text.append("\n  ... and ").append(findings.size() - SHOWN_MAX).append(" more");
        }
        throw new AssertionError(text.toString());
    }

    private void check(RespClient master, List<String> keys, List<KeyFinding> findings) {
        var ttls = master.callAll(
                keys.stream().map(key -> new String[] {"PTTL", key}).toList());
        for (int i = 0; i < keys.size(); i++) {
            check(master, keys.get(i), Long.parseLong(String.valueOf(ttls.get(i))), findings);
        }
    }

    private void check(RespClient master, String key, long ttl, List<KeyFinding> findings) {
        if (ttl == -2) {
            return; // It ran out while we looked at others.
        }
        KeyGrammar.objection(key, labelled.test(key)).ifPresent(why -> findings.add(new KeyFinding(key, why)));
        // Asked again, as it may have got its time when the condition ended.
        if (ttl == -1 && !permanent.test(key, master) && master.number("PTTL", key) == -1) {
            findings.add(new KeyFinding(key, "has no TTL and is none of the permanent keys"));
        }
        if (secrets.isEmpty()) {
            return;
        }
        var value = KeyValues.read(master, key);
        secrets.forEach((secret, name) -> {
            if (key.contains(secret)) {
                findings.add(new KeyFinding(key, "contains " + name));
            } else if (value.contains(secret)) {
                findings.add(new KeyFinding(key, "has a value that contains " + name));
            }
        });
    }

    private List<String> keysOf(RespClient master) {
        var keys = new LinkedHashSet<String>();
        var cursor = "0";
        do {
            var reply = (List<?>) Objects.requireNonNull(
                    master.call("SCAN", cursor, "MATCH", prefix + "*", "COUNT", Integer.toString(KEYS_PER_STEP)));
            cursor = String.valueOf(reply.get(0));
            ((List<?>) reply.get(1)).forEach(key -> keys.add(String.valueOf(key)));
        } while (!cursor.equals("0"));
        return List.copyOf(keys);
    }
}
