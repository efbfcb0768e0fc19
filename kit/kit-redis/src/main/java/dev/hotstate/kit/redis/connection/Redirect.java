package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.connection.RedisUnavailable.Reason;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an error reply asks the router to do with a command that was not applied. */
sealed interface Redirect {

    /** The slot lives there for good. */
    record Moved(NodeAddress to) implements Redirect {}

    /** The slot is on its way there; this once, ask there. */
    record Ask(NodeAddress to) implements Redirect {}

    /** The same again in a moment; the slot map may have changed meanwhile. */
    record Later(Reason reason, boolean refresh) implements Redirect {}

    /** Nothing: the caller must see this error. */
    record None() implements Redirect {}

    None NONE = new None();

    Pattern ADDRESS = Pattern.compile("\\w+ \\d+ (\\S*):(\\d{1,5})");

    /** Redis ends an error that arose inside a script with this; then an earlier part of the script may have run. */
    String INSIDE_SCRIPT = " script: ";

    /** @param from the node that refused; it leaves its own host out of a redirect if it does not know it */
    static Redirect of(RedisRefused refusal, NodeAddress from) {
        String message = refusal.getMessage();
        if (message.contains(INSIDE_SCRIPT)) {
            return NONE;
        }
        return switch (refusal.code()) {
            case "MOVED" -> {
                NodeAddress to = target(message, from);
                yield to == null ? NONE : new Moved(to);
            }
            case "ASK" -> {
                NodeAddress to = target(message, from);
                yield to == null ? NONE : new Ask(to);
            }
            case "TRYAGAIN" -> new Later(Reason.SLOT_MOVING, false);
            case "LOADING" -> new Later(Reason.NOT_READY, false);
            case "CLUSTERDOWN", "MASTERDOWN", "READONLY" -> new Later(Reason.NOT_READY, true);
            default -> NONE;
        };
    }

    /** Reads the address from {@code MOVED 3999 127.0.0.1:6381}; null if there is none (a script may say what it likes). */
    private static @Nullable NodeAddress target(String message, NodeAddress from) {
        Matcher address = ADDRESS.matcher(message);
        if (!address.matches()) {
            return null;
        }
        String host = address.group(1);
        int port = Integer.parseInt(address.group(2));
        return new NodeAddress(host.isEmpty() || host.equals("?") ? from.host() : host, port);
    }
}
