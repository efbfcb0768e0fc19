package dev.hotstate.kit.redis.connection;

/** Failures as the router makes them. */
public final class Failures {

    private Failures() {}

    public static RedisFailure timedOut() {
        return new RedisTimedOut(RedisTimedOut.Reason.DEADLINE, "No answer in time from 127.0.0.1:7000");
    }

    public static RedisFailure unavailable() {
        return new RedisUnavailable(RedisUnavailable.Reason.BREAKER_OPEN, "The breaker of 127.0.0.1:7000 is open");
    }

    public static RedisFailure refused(String message) {
        return new RedisRefused(message);
    }
}
