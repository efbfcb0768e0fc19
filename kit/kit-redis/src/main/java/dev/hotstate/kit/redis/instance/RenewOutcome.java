package dev.hotstate.kit.redis.instance;

/** Status words of {@code renew_instance.lua}. */
enum RenewOutcome {
    /** The instance was not among the living before. */
    JOINED,
    RENEWED
}
