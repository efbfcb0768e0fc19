package dev.hotstate.metrics.reset;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.connection.ConnectionStore;
import dev.hotstate.metrics.observation.LabelKind;
import dev.hotstate.metrics.observation.LabelStore;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/reset")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Figures")
public class ResetResource {

    private static final int KEYS_AT_ONCE = 2_000;
    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final LabelStore labels;
    private final RecordedKeys recorded;
    private final ConnectionStore connections;
    private final RedisRouter router;
    private final Database database;
    private final AuditLog audit;
    private final Caller caller;

    ResetResource(
            LabelStore labels,
            RecordedKeys recorded,
            ConnectionStore connections,
            RedisRouter router,
            Database database,
            AuditLog audit,
            Caller caller) {
        this.labels = labels;
        this.recorded = recorded;
        this.connections = connections;
        this.router = router;
        this.database = database;
        this.audit = audit;
        this.caller = caller;
    }

    @Schema(name = "ResetRequest")
    record ResetRequest(@NotNull ResetScope scope) {}

    /** @param forgotten keys that were there */
    @Schema(name = "ResetDone")
    record Done(ResetScope scope, long forgotten) {}

    @POST
    @RolesAllowed("admin")
    @Operation(
            operationId = "resetFigures",
            summary = "Forget what was recorded, so that it begins anew",
            description =
                    "totals, endpoints, instances, errors, latency, connections, series, or all of it. endpoints, instances"
                            + " and series free the places of their labels, too. What is recorded meanwhile may count before"
                            + " or after it. After a failure, ask again.")
    public Uni<Done> reset(@Valid @NotNull ResetRequest request) {
        var scope = request.scope();
        // Written down first: nobody resets without a trace.
        return database.inTransaction(transaction ->
                        audit.record(transaction, caller, "figures.reset", scope.word(), Map.of("scope", scope.word())))
                .chain(() -> Uni.combine()
                        .all()
                        .unis(
                                labels.all(LabelKind.ENDPOINT),
                                labels.all(LabelKind.INSTANCE),
                                labels.all(LabelKind.SERIES))
                        .with(RecordedKeys.Labels::new))
                .call(() -> forgetMost(scope))
                .chain(found -> forget(recorded.of(scope, found)))
                .map(forgotten -> new Done(scope, forgotten));
    }

    /** Before what was told of it: else it would be told again. */
    private Uni<Void> forgetMost(ResetScope scope) {
        return scope.includes(ResetScope.CONNECTIONS)
                ? connections.forgetMost()
                : Uni.createFrom().voidItem();
    }

    private Uni<Long> forget(Collection<RedisKey> keys) {
        return Multi.createFrom()
                .iterable(keys)
                .group()
                .intoLists()
                .of(KEYS_AT_ONCE)
                .onItem()
                .transformToUniAndConcatenate(this::forgetSome)
                .collect()
                .with(Collectors.summingLong(Long::longValue));
    }

    private Uni<Long> forgetSome(List<RedisKey> keys) {
        var commands = keys.stream()
                .map(key -> Command.of("UNLINK").key(key).idempotent())
                .toList();
        return router.sendAll(commands, DEADLINE)
                .map(outcomes -> outcomes.stream()
                        .map(Outcome::orThrow)
                        .mapToLong(Reply::integer)
                        .sum());
    }
}
