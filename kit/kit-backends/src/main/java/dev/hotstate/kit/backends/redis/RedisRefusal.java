package dev.hotstate.kit.backends.redis;

/** An error reply of Redis, for example {@code NOPERM this user has no permissions to run the 'keys' command}. */
public final class RedisRefusal extends RuntimeException {

    RedisRefusal(String reply) {
        super(reply);
    }

    /** The first word: NOPERM, WRONGPASS, MOVED, ERR... */
    public String code() {
        return getMessage().split(" ", 2)[0];
    }
}
