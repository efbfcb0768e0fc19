package dev.hotstate.metrics.envoy;

import dev.hotstate.metrics.limit.Limit;
import dev.hotstate.metrics.policy.FailMode;
import dev.hotstate.metrics.policy.LimitPolicy;
import dev.hotstate.metrics.policy.PolicySpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor is held to.
 *
 * @param policy absent: it is unlimited
 * @param requests per unit; 0 lets nobody through
 * @param name by which another one can replace it
 * @param replaces names of limits that don't hold in a request in which this one does
 */
record DescriptorLimit(
        @Nullable LimitPolicy policy,
        long requests,
        @Nullable LimitUnit unit,
        @Nullable String name,
        Set<String> replaces) {

    static final long REQUESTS_MAX = Limit.HITS_MAX;

    /** What a policy allows at least. */
    private static final long ONE = 1;

    private static final int DIGEST_BYTES = 9;

    static DescriptorLimit unlimited(@Nullable String name, Set<String> replaces) {
        return new DescriptorLimit(null, 0, null, name, replaces);
    }

    /**
     * The id of its policy comes from the path alone, so that a changed limit holds for those who are counted already. Who lets
     * nobody through does so without Redis, too.
     */
    static DescriptorLimit of(
            String path,
            long requests,
            LimitUnit unit,
            boolean shadow,
            @Nullable String name,
            Set<String> replaces,
            int version,
            EnvoyConfig config) {
        var spec = PolicySpec.imported(
                path,
                Math.max(ONE, requests),
                unit.window(),
                config.algorithm(),
                shadow,
                requests == 0 ? FailMode.CLOSED : config.failMode());
        return new DescriptorLimit(
                LimitPolicy.imported("envoy-" + digest(path), version, spec), requests, unit, name, replaces);
    }

    private boolean isClosed() {
        return policy != null && requests == 0;
    }

    /** Nobody is let through by asking for more than the policy ever allows at once. */
    long demanded(long hits) {
        return isClosed() && hits > 0 ? hits + ONE : hits;
    }

    /** @param remaining hits under the policy */
    long remaining(long remaining) {
        return isClosed() ? 0 : remaining;
    }

    private static String digest(String path) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has it", e);
        }
    }
}
