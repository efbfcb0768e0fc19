package dev.hotstate.kit.redis.connection;

/** Says why a connection failed, in words that cannot hold a secret. */
final class Causes {

    private Causes() {}

    /**
     * Our own failures and refusals name no credentials. Of any other exception only the type is told: its message may
     * quote a URL.
     */
    static String plain(Throwable why) {
        if (why instanceof RedisRefused refusal) {
            return refusal.code();
        }
        if (why instanceof RedisFailure) {
            return why.getMessage();
        }
        return why.getClass().getSimpleName();
    }
}
