package dev.hotstate.driver.geofence;

import dev.hotstate.driver.geofence.FenceStore.Draft;
import dev.hotstate.driver.platform.DriverFailure.GeofenceNotFound;
import dev.hotstate.driver.platform.PublicId;
import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.secret.SecretSealer;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes fences: change and audit entry are one transaction. */
@Singleton
class FenceAdministration {

    static final Paging PAGING = new Paging("geofences", 100, 1000);

    private final FenceStore store;
    private final Fences fences;
    private final SecretSealer sealer;
    private final EgressGuard guard;
    private final GeofenceConfig config;
    private final Database database;
    private final AuditLog audit;

    FenceAdministration(
            FenceStore store,
            Fences fences,
            SecretSealer sealer,
            EgressGuard guard,
            GeofenceConfig config,
            Database database,
            AuditLog audit) {
        this.store = store;
        this.fences = fences;
        this.sealer = sealer;
        this.guard = guard;
        this.config = config;
        this.database = database;
        this.audit = audit;
    }

    /** @param drawnSecret if none was given for a webhook that had none */
    record Saved(Fence fence, @Nullable String drawnSecret) {}

    Uni<Page<Fence>> page(PageRequest request) {
        return store.page(request).map(found -> PAGING.page(request, found, fence -> Position.of(fence.id())));
    }

    Uni<Fence> find(String id) {
        return store.find(id).map(FenceAdministration::require);
    }

    Uni<Saved> create(FenceRequest request, Caller caller) {
        check(request);
        var id = PublicId.next("gfc");
        return requireRoom()
                .chain(() -> save(
                        id,
                        request,
                        true,
                        (transaction, draft) -> store.insert(transaction, id, draft)
                                .call(fence -> record(transaction, caller, "geofence.created", fence))));
    }

    /** Every instance has all of them in memory. */
    private Uni<Void> requireRoom() {
        return store.count()
                .invoke(count -> {
                    if (count >= config.max()) {
                        throw new Refusal(
                                KitProblem.CONFLICT, "There are as many geofences as driver.geofence.max allows.");
                    }
                })
                .replaceWithVoid();
    }

    Uni<Saved> change(String id, FenceRequest request, Caller caller) {
        check(request);
        return find(id).chain(known -> save(
                id,
                request,
                known.webhook() == null,
                (transaction, draft) -> store.update(transaction, id, draft)
                        .map(FenceAdministration::require)
                        .call(fence -> fence.webhook() == null
                                ? store.endDeliveries(transaction, fence)
                                : Uni.createFrom().voidItem())
                        .call(fence -> record(transaction, caller, "geofence.changed", fence))));
    }

    Uni<Void> delete(String id, Caller caller) {
        return database.inTransaction(transaction -> store.delete(transaction, id)
                        .invoke(deleted -> {
                            if (!deleted) {
                                throw new GeofenceNotFound();
                            }
                        })
                        .chain(() -> audit.record(transaction, caller, "geofence.deleted", id, Map.of())))
                .call(fences::refresh)
                .replaceWithVoid();
    }

    /** The write of a draft, inside a transaction. */
    private interface Write {
        Uni<Fence> of(SqlConnection transaction, Draft draft);
    }

    /** @param isNew whether a webhook without a secret gets one */
    private Uni<Saved> save(String id, FenceRequest request, boolean isNew, Write write) {
        var hook = request.webhook();
        var drawn = hook != null && hook.secret() == null && isNew ? WebhookSecret.generate() : null;
        return sealed(id, hook, drawn)
                .map(secret -> new Draft(
                        request.name(),
                        request.shape(),
                        request.dwell(),
                        hook == null ? null : hook.url(),
                        secret.orElse(null)))
                .chain(draft -> database.inTransaction(transaction -> write.of(transaction, draft)))
                .call(fences::refresh)
                .map(fence -> new Saved(fence, drawn));
    }

    private Uni<Optional<byte[]>> sealed(String id, FenceRequest.@Nullable Webhook hook, @Nullable String drawn) {
        var secret = drawn != null || hook == null ? drawn : hook.secret();
        return secret == null
                ? Uni.createFrom().item(Optional.empty())
                : sealer.seal(secret, secretContext(id)).map(Optional::of);
    }

    /** What the secret of a fence is sealed for: it opens nowhere else. */
    static String secretContext(String fence) {
        return "geofence:" + fence;
    }

    private void check(FenceRequest request) {
        var errors = FencePolicy.errors(request);
        if (errors.isEmpty() && request.webhook() != null) {
            errors = guard.objection(request.webhook().url().getHost())
                    .map(objection -> List.of(FieldError.at("/webhook/url", objection)))
                    .orElse(List.of());
        }
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
    }

    private Uni<Void> record(SqlConnection transaction, Caller caller, String action, Fence fence) {
        return audit.record(transaction, caller, action, fence.id(), Map.of("name", fence.name()));
    }

    private static Fence require(Optional<Fence> found) {
        return found.orElseThrow(GeofenceNotFound::new);
    }
}
