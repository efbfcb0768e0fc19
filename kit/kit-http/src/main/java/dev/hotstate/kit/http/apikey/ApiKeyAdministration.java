package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.caller.Scopes;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.key.Namespace;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates, rotates and revokes keys; each change and its audit entry are one transaction. */
@Singleton
class ApiKeyAdministration {

    static final Paging PAGING = new Paging("api-keys", 50, 500);

    /** A key with the only text that will ever open it. */
    record IssuedKey(ApiKey key, String text) {}

    private final ApiKeyStore store;
    private final ApiKeys keys;
    private final AuditLog audit;
    private final Database database;
    private final Clock clock;
    private final String app;

    ApiKeyAdministration(
            ApiKeyStore store, ApiKeys keys, AuditLog audit, Database database, Clock clock, Namespace service) {
        this.store = store;
        this.keys = keys;
        this.audit = audit;
        this.database = database;
        this.clock = clock;
        this.app = service.app();
    }

    Uni<Page<ApiKey>> page(PageRequest request) {
        return store.list(request)
                .map(list -> PAGING.page(request, list, key -> Position.of(key.createdAt(), key.id())));
    }

    Uni<IssuedKey> create(String name, Scopes scopes, @Nullable Instant expiresAt, Caller caller) {
        var issued = issue(name, scopes, expiresAt, caller);
        return database.inTransaction(transaction -> store.insert(transaction, issued.key)
                .chain(() -> audit.record(
                        transaction,
                        caller,
                        "api-key.created",
                        issued.key.id(),
                        Map.of("name", name, "scopes", scopes.sorted())))
                .replaceWith(issued));
    }

    /** A new key with the name and the scopes of the old one, which stays valid for the grace. */
    Uni<IssuedKey> rotate(String id, Duration grace, Caller caller) {
        return database.inTransaction(transaction ->
                        lock(transaction, id).chain(old -> replace(transaction, requireUsable(old), grace, caller)))
                .invoke(() -> keys.forget(id));
    }

    /** Once; a caller who did not hear the answer may ask again. */
    Uni<Void> revoke(String id, Caller caller) {
        return database.inTransaction(transaction -> lock(transaction, id)
                        .chain(key -> key.revokedAt() != null
                                ? Uni.createFrom().voidItem()
                                : revoke(transaction, requireUsable(key), caller)))
                .invoke(() -> keys.forget(id));
    }

    private Uni<Void> revoke(SqlConnection transaction, ApiKey key, Caller caller) {
        return store.revoke(transaction, key.id(), now())
                .chain(() -> audit.record(transaction, caller, "api-key.revoked", key.id(), Map.of()));
    }

    private Uni<IssuedKey> replace(SqlConnection transaction, ApiKey old, Duration grace, Caller caller) {
        if (old.replacedBy() != null) {
            throw new Refusal(KitProblem.CONFLICT, "The key was already replaced by " + old.replacedBy() + ".");
        }
        var issued = issue(old.name(), old.scopes(), old.expiresAt(), caller);
        return store.insert(transaction, issued.key)
                .chain(() -> store.replace(transaction, old.id(), issued.key.id(), earlier(old.expiresAt(), grace)))
                .chain(() -> audit.record(
                        transaction,
                        caller,
                        "api-key.rotated",
                        old.id(),
                        Map.of("replacedBy", issued.key.id(), "graceSeconds", grace.toSeconds())))
                .replaceWith(issued);
    }

    private Uni<ApiKey> lock(SqlConnection transaction, String id) {
        if (id.equals(ApiKeys.BOOTSTRAP_ID)) {
            throw new Refusal(KitProblem.CONFLICT, "This key lives in the configuration; change it there.");
        }
        return store.lock(transaction, id)
                .map(found -> found.orElseThrow(() -> new Refusal(KitProblem.NOT_FOUND, "There is no such key.")));
    }

    private ApiKey requireUsable(ApiKey key) {
        if (!key.isUsable(now())) {
            throw new Refusal(KitProblem.CONFLICT, "The key is no longer valid.");
        }
        return key;
    }

    private IssuedKey issue(String name, Scopes scopes, @Nullable Instant expiresAt, Caller caller) {
        var text = KeyText.issue(app);
        var key = new ApiKey(
                text.id(),
                name,
                SecretHash.of(text.text()),
                scopes,
                now(),
                caller.actor(),
                expiresAt,
                null,
                null,
                null);
        return new IssuedKey(key, text.text());
    }

    private Instant earlier(@Nullable Instant expiresAt, Duration grace) {
        var graceEnd = now().plus(grace);
        return expiresAt != null && expiresAt.isBefore(graceEnd) ? expiresAt : graceEnd;
    }

    /** Postgres keeps microseconds; a finer time would come back as another one. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
