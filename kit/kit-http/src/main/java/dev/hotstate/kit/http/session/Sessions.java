package dev.hotstate.kit.http.session;

import dev.hotstate.kit.http.apikey.ApiKeys;
import dev.hotstate.kit.http.caller.CallerIdentity;
import dev.hotstate.kit.http.secret.AgreedSecrets;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens sessions and finds out whose they are. */
@Singleton
class Sessions {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final ApiKeys keys;
    private final EndedSessions ended;
    private final Clock clock;
    private final Duration ttl;
    private final AgreedSecrets agreed;
    private final Optional<String> secret;
    private volatile @Nullable SessionSigner signer;

    Sessions(ApiKeys keys, EndedSessions ended, AgreedSecrets agreed, SessionConfig config, Clock clock) {
        this.keys = keys;
        this.ended = ended;
        this.clock = clock;
        this.ttl = config.ttl();
        this.agreed = agreed;
        this.secret = config.secret();
    }

    /** A session with the cookie that carries it and the token that its pages send along. */
    record OpenedSession(Session session, String cookie, String csrfToken) {}

    Uni<OpenedSession> open(CallerIdentity caller) {
        var expiresAt = clock.instant().plus(ttl).truncatedTo(ChronoUnit.SECONDS);
        var id = HexFormat.of().formatHex(random(16));
        var session = new Session(id, caller.keyId(), caller.fingerprint(), expiresAt);
        return signer().map(signer -> new OpenedSession(session, signer.write(session), signer.csrfToken(session)));
    }

    /** The session of a cookie, while it lasts; empty for any other text. */
    Uni<Optional<OpenedSession>> find(String cookie) {
        return signer().chain(signer -> {
            var session = signer.read(cookie).filter(read -> clock.instant().isBefore(read.expiresAt()));
            return session.isEmpty()
                    ? Uni.createFrom().item(Optional.empty())
                    : unlessEnded(new OpenedSession(session.get(), cookie, signer.csrfToken(session.get())));
        });
    }

    Uni<Optional<CallerIdentity>> owner(Session session) {
        return keys.resume(session.keyId(), session.fingerprint());
    }

    Uni<Void> end(Session session) {
        return ended.end(session);
    }

    private Uni<Optional<OpenedSession>> unlessEnded(OpenedSession opened) {
        return ended.contain(opened.session()).map(isEnded -> isEnded ? Optional.empty() : Optional.of(opened));
    }

    /** Kept once it is known. A failure is not kept: an outage of Postgres must end when it ends. */
    private Uni<SessionSigner> signer() {
        var known = signer;
        return known != null
                ? Uni.createFrom().item(known)
                : agreedSecret().map(SessionSigner::new).invoke(agreed -> signer = agreed);
    }

    private Uni<byte[]> agreedSecret() {
        return secret.map(configured -> Uni.createFrom().item(configured.getBytes(StandardCharsets.UTF_8)))
                .orElseGet(() -> agreed.secret("session"));
    }

    private static byte[] random(int length) {
        var bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
