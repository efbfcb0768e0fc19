package dev.hotstate.kit.redis.connection;

import java.util.Set;

/** Redis answered with an error; {@link #code()} is its first word, for example {@code WRONGTYPE} or {@code NOSCRIPT}. */
public final class RedisRefused extends RedisFailure {

    private static final Set<String> NO_WRITES = Set.of("OOM", "NOREPLICAS", "MISCONF");
    private static final Set<String> UNFIT = Set.of("LOADING", "CLUSTERDOWN", "MASTERDOWN", "READONLY", "BUSY");

    private final String code;

    public RedisRefused(String message) {
        super(message);
        int space = message.indexOf(' ');
        this.code = space < 0 ? message : message.substring(0, space);
    }

    public String code() {
        return code;
    }

    public boolean is(String code) {
        return this.code.equals(code);
    }

    @Override
    public boolean isTrouble() {
        return UNFIT.contains(code) || isAboutWriting();
    }

    /** The node serves reads, only. */
    boolean isAboutWriting() {
        return NO_WRITES.contains(code);
    }
}
