package dev.hotstate.kit.redis.vitals;

/** Troubles that are there or not, by the code that a {@link Vitals.Reason} carries. */
public enum Trouble {
    NODE_DOWN("redis-node-down"),
    CLUSTER_INCOMPLETE("redis-cluster-incomplete"),
    WRONG_MEMORY_POLICY("redis-wrong-memory-policy"),
    REDIS_DOWN("redis-down"),
    NO_VITALS_USER("redis-vitals-user-missing"),
    POSTGRES_DOWN("postgres-down"),

    /** In the first seconds of a process. */
    NOT_KNOWN_YET("not-known-yet");

    private final String code;

    Trouble(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
