package dev.hotstate.metrics.envoy;

import dev.hotstate.metrics.policy.LimitPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor is held to.
 *
 * @param policy absent: it is unlimited
 * @param name by which another one can replace it
 * @param replaces names of limits that don't hold in a request in which this one does
 */
record DescriptorLimit(
        @Nullable LimitPolicy policy,
        @Nullable LimitUnit unit,
        @Nullable String name,
        Set<String> replaces) {}
