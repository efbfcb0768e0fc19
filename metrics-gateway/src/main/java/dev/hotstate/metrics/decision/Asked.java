package dev.hotstate.metrics.decision;

import dev.hotstate.metrics.policy.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody wants to know whether a request may go on.
 *
 * @param policies named by who asks; none: all that match
 * @param identifier given by who asks, instead of what the policy would take from the subject
 * @param hits 0 only looks, less gives back
 */
public record Asked(
        Subject subject, List<String> policies, @Nullable String identifier, long hits) {}
