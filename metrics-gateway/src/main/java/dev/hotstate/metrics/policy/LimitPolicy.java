package dev.hotstate.metrics.policy;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.limit.Limit;
import dev.hotstate.metrics.platform.RoutePattern;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A policy, ready to be used. */
public final class LimitPolicy {

    /** With a digest behind it, it still fits into a key. */
    public static final String ID_FORM = "[a-z0-9][a-z0-9-]{0,30}";

    public static final String ID_RULE = "must be up to 31 lower-case letters, digits and dashes";

    private final String id;
    private final int version;
    private final PolicySpec spec;
    private final Instant createdAt;
    private final Instant updatedAt;
    private final String updatedBy;
    private final Limit limit;
    private final @Nullable RoutePattern route;
    private final @Nullable LimitPolicy tightened;

    LimitPolicy(String id, int version, PolicySpec spec, Instant createdAt, Instant updatedAt, String updatedBy) {
        this.id = id;
        this.version = version;
        this.spec = spec.complete();
        this.createdAt = createdAt;
        this.updatedAt = updatedAt;
        this.updatedBy = updatedBy;
        var plain = Limit.of(this.spec.algorithm(), spec.limit(), spec.window());
        this.limit = this.spec.burst() == null ? plain : plain.withBurst(this.spec.burst());
        this.route = spec.match() == null || spec.match().route() == null
                ? null
                : RoutePattern.of(spec.match().route());
        this.tightened = this.spec.adaptive() == null
                ? null
                : new LimitPolicy(this, limit.times(this.spec.adaptive().factor()));
    }

    private LimitPolicy(LimitPolicy usual, Limit limit) {
        this.id = usual.id;
        this.version = usual.version;
        this.spec = usual.spec;
        this.createdAt = usual.createdAt;
        this.updatedAt = usual.updatedAt;
        this.updatedBy = usual.updatedBy;
        this.limit = limit;
        this.route = usual.route;
        this.tightened = this;
    }

    /** One that is not in the list of policies, but read from somewhere else. */
    public static LimitPolicy imported(String id, int version, PolicySpec spec) {
        return new LimitPolicy(id, version, spec, Instant.EPOCH, Instant.EPOCH, "imported");
    }

    /** With what it allows while its endpoint is in trouble. */
    LimitPolicy tightened() {
        return tightened == null ? this : tightened;
    }

    /** The policy that this one is compared with. */
    public @Nullable String shadowOf() {
        return spec.shadowOf();
    }

    /** One that nobody has saved. */
    public static LimitPolicy draft(String id, PolicySpec spec, Instant now) {
        return new LimitPolicy(id, 0, spec, now, now, "");
    }

    public String id() {
        return id;
    }

    /** 1 for the first, one more with each change. */
    public int version() {
        return version;
    }

    /** With its usual values written out. */
    public PolicySpec spec() {
        return spec;
    }

    public Limit limit() {
        return limit;
    }

    public long cost() {
        return spec.cost();
    }

    public boolean isEnabled() {
        return spec.enabled();
    }

    /** Whether it refuses, not only counts. */
    public boolean isEnforced() {
        return !spec.shadow();
    }

    public FailMode failMode() {
        return spec.failMode();
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant updatedAt() {
        return updatedAt;
    }

    String updatedBy() {
        return updatedBy;
    }

    boolean concerns(List<String> path, @Nullable String method) {
        return concerns(path, method, UnaryOperator.identity());
    }

    /** @param form in which the segments of the path are written */
    public boolean concerns(List<String> path, @Nullable String method, UnaryOperator<String> form) {
        var match = spec.match();
        return isEnabled()
                && match != null
                && (route == null || route.matches(path, form))
                && (match.methods() == null || method != null && match.methods().contains(method));
    }

    public KeyId callerOf(Subject subject) {
        return callerOf(identifierOf(subject));
    }

    /** What tells this caller from others. */
    public String identifierOf(Subject subject) {
        return subject.identifier(spec.key());
    }

    /** Two policies count the same caller apart. */
    public KeyId callerOf(String identifier) {
        return switch (spec.identifiers()) {
            case HASHED -> hashed(identifier);
            case PLAIN -> plain(identifier);
        };
    }

    private KeyId hashed(String identifier) {
        return KeyId.of(id + "." + KeyId.hashed(identifier));
    }

    /** Only labels of endpoints may have spaces. */
    private KeyId plain(String identifier) {
        var label = KeyId.label(id + "." + identifier);
        return label.toString().indexOf(' ') < 0 ? label : hashed(identifier);
    }
}
