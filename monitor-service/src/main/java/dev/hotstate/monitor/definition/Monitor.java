package dev.hotstate.monitor.definition;

import dev.hotstate.monitor.probe.ProbeTarget;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A definition as it is stored.
 *
 * @param spec          without secrets
 * @param sealedSecrets null when there are none
 * @param pushToken     push monitors only: who knows it may report
 * @param version       one more with each change
 */
public record Monitor(
        String id,
        MonitorSpec spec,
        @Nullable SealedSecrets sealedSecrets,
        @Nullable UUID pushToken,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    public String name() {
        return spec.name();
    }

    public String kind() {
        return spec.kind();
    }

    public boolean enabled() {
        return spec.enabled();
    }

    public boolean isPush() {
        return spec.target() == null;
    }

    /** What is checked, as people call it. */
    public String label() {
        var target = spec.target();
        return target == null ? "push" : target.label();
    }

    /** The machine that has the work; push monitors have none. */
    public String host() {
        var target = spec.target();
        return target == null ? "" : target.host();
    }

    /** What a probe checks. */
    public ProbeTarget target() {
        var target = spec.target();
        if (target == null) {
            throw new IllegalStateException("a push monitor has no target");
        }
        return target;
    }

    boolean isDefinedAs(Monitor other) {
        return spec.equals(other.spec) && Objects.equals(sealedSecrets, other.sealedSecrets);
    }

    /** The version of the next change. */
    int nextVersion() {
        return version + 1;
    }
}
