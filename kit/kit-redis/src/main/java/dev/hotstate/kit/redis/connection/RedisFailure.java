package dev.hotstate.kit.redis.connection;

/**
 * Why a command has no reply. The three kinds answer the one question a caller has: was it applied?
 * {@link RedisUnavailable}: no. {@link RedisTimedOut}: nobody knows. {@link RedisRefused}: Redis said no.
 *
 * <p>Carries no stack (it is an outcome, not a bug, and there may be many per second) and never an argument, a user or
 * a password.
 */
public abstract sealed class RedisFailure extends RuntimeException
        permits RedisUnavailable, RedisTimedOut, RedisRefused {

    RedisFailure(String message) {
        super(message, null, false, false);
    }

    /** True for trouble of Redis itself, false for a command that was wrong; only trouble counts for the breaker. */
    public abstract boolean isTrouble();

    /**
     * True if Redis could not serve the command now, whoever is to blame: the case for a fallback or another try. False
     * for a command that was wrong and would be wrong again.
     */
    public static boolean isOutage(Throwable failure) {
        return failure instanceof RedisFailure redis && (redis.isTrouble() || redis instanceof RedisUnavailable);
    }
}
