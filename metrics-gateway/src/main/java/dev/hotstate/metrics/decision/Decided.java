package dev.hotstate.metrics.decision;

import java.util.List;

/**
 * What one policy said to a request that wanted something of it.
 *
 * @param caller as it stands in Redis, without the policy
 * @param shadow it counts, and refuses nobody
 * @param near allowed, and less than a fifth is left
 * @param requestAllowed what became of the request under all its policies
 * @param withoutRedis the fail mode has decided
 */
public record Decided(
        String policy,
        String caller,
        boolean shadow,
        boolean allowed,
        boolean near,
        boolean requestAllowed,
        boolean withoutRedis) {

    private static final int FIFTH = 5;

    static List<Decided> of(Verdict verdict) {
        boolean requestAllowed = verdict.allowed();
        return verdict.rulings().stream()
                .filter(ruling -> ruling.demand().takes())
                .map(ruling -> of(ruling, requestAllowed))
                .toList();
    }

    private static String callerOf(Ruling ruling) {
        var caller = ruling.demand().caller().toString();
        var prefix = ruling.demand().policy().id() + ".";
        return caller.startsWith(prefix) ? caller.substring(prefix.length()) : caller;
    }

    private static Decided of(Ruling ruling, boolean requestAllowed) {
        var policy = ruling.demand().policy();
        return new Decided(
                policy.id(),
                callerOf(ruling),
                !policy.isEnforced(),
                ruling.allowed(),
                ruling.allowed()
                        && ruling.remaining() != null
                        && ruling.remaining() * FIFTH < policy.limit().callMax(),
                requestAllowed,
                switch (ruling.source()) {
                    case REDIS, DENY_CACHE -> false;
                    case LOCAL_SHARE, FAIL_OPEN, FAIL_CLOSED -> true;
                });
    }
}
