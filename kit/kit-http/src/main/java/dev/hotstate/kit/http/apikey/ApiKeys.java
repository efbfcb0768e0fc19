package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.caller.Scopes;
import dev.hotstate.kit.http.problem.Refusal;
import io.quarkus.security.AuthenticationFailedException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells whether a presented key is good. */
@Singleton
public class ApiKeys {

    /** The key from configuration, which is in no table. */
    static final String BOOTSTRAP_ID = "bootstrap";

    private final @Nullable ApiKey bootstrap;
    private final KeyCache cache;
    private final FailedLogins failedLogins;
    private final LastUses lastUses;
    private final Clock clock;

    ApiKeys(AuthConfig config, ApiKeyStore store, FailedLogins failedLogins, LastUses lastUses, Clock clock) {
        this.bootstrap = config.bootstrapKey().map(ApiKeys::bootstrap).orElse(null);
        this.cache = new KeyCache(store::find, clock, config.cacheTtl(), config.outageGrace(), config.cachedKeysMax());
        this.failedLogins = failedLogins;
        this.lastUses = lastUses;
        this.clock = clock;
    }

    /**
     * The owner of a presented key.
     *
     * @param address counted when the key is wrong; keys that worked before work even from a blocked address
     * @return fails with {@link AuthenticationFailedException} for a wrong key, and with a refusal when that can't be told
     */
    public Uni<CallerIdentity> authenticate(String presented, String address) {
        var id = idOf(presented);
        boolean workedBefore =
                lastKnown(id).filter(key -> key.secretHash().matches(presented)).isPresent();
        var refusal = workedBefore ? Optional.<Refusal>empty() : failedLogins.refusal(address);
        if (refusal.isPresent()) {
            return Uni.createFrom().failure(refusal.get());
        }
        return find(id).map(found -> found.filter(key -> key.secretHash().matches(presented)))
                .map(found -> found.filter(key -> key.isUsable(clock.instant())))
                .map(found -> identify(found, workedBefore, address));
    }

    /** Whoever configures the bootstrap key may give it any form, that of ours too. */
    private String idOf(String presented) {
        return bootstrap != null && bootstrap.secretHash().matches(presented)
                ? BOOTSTRAP_ID
                : KeyText.parse(presented).map(KeyText::id).orElse(BOOTSTRAP_ID);
    }

    /** The owner of a session, as long as the very key that opened it is good. */
    public Uni<Optional<CallerIdentity>> resume(String id, String fingerprint) {
        return find(id).map(found -> found.filter(key -> key.isUsable(clock.instant()))
                .filter(key -> key.secretHash().fingerprint().equals(fingerprint))
                .map(this::identity));
    }

    /** Makes a change count at once on this instance. */
    void forget(String id) {
        cache.forget(id);
    }

    /** The verdict, which others that were tried at the same time may have come before. */
    private CallerIdentity identify(Optional<ApiKey> found, boolean workedBefore, String address) {
        var key = found.orElseThrow(() -> failedLogins.failure(address));
        if (!workedBefore) {
            failedLogins.refusal(address).ifPresent(refusal -> {
                throw refusal;
            });
        }
        return identity(key);
    }

    private CallerIdentity identity(ApiKey key) {
        lastUses.note(key.id(), clock.instant());
        return key.bearer();
    }

    private Optional<ApiKey> lastKnown(String id) {
        return id.equals(BOOTSTRAP_ID) ? Optional.ofNullable(bootstrap) : cache.lastKnown(id);
    }

    private Uni<Optional<ApiKey>> find(String id) {
        if (id.equals(BOOTSTRAP_ID)) {
            return Uni.createFrom().item(Optional.ofNullable(bootstrap));
        }
        // Callers share one query; each goes on in its own request's context, not in that of the first.
        var context = Vertx.currentContext();
        var found = cache.find(id);
        return context == null ? found : found.emitOn(task -> context.runOnContext(ignored -> task.run()));
    }

    private static ApiKey bootstrap(String secret) {
        return new ApiKey(
                BOOTSTRAP_ID,
                BOOTSTRAP_ID,
                SecretHash.of(secret),
                new Scopes(Set.of(Scopes.ADMIN)),
                Instant.EPOCH,
                "configuration",
                null,
                null,
                null,
                null);
    }
}
