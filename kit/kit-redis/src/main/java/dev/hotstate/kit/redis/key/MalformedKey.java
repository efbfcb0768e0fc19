package dev.hotstate.kit.redis.key;

import java.util.Set;

/**
 * A part that would break the key grammar. Where the part came from outside, this is the caller's mistake (400); the
 * message is safe to show, it never repeats the text that was refused.
 */
public final class MalformedKey extends IllegalArgumentException {

    private static final Set<String> OURS = Set.of("env", "app", "entity", "prefix");

    private final String part;

    MalformedKey(String part, String reason) {
        super(part + " " + reason);
        this.part = part;
    }

    /** Whether a caller can have sent it; environment, app and entity are only ever chosen by us. */
    public boolean isFromOutside() {
        return !OURS.contains(part);
    }

    /** Which part: {@code env app entity prefix tag id label suffix}, or {@code key} for the whole. */
    public String part() {
        return part;
    }
}
