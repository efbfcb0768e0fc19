package dev.hotstate.metrics.policy;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.platform.MetricsFailure.PolicyChanged;
import dev.hotstate.metrics.platform.MetricsFailure.PolicyNotFound;
import dev.hotstate.metrics.platform.MetricsFailure.TooManyPolicies;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;
import org.jspecify.annotations.Nullable;

@Path("/policies")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Policies")
public class PolicyResource {

    /** Each instance keeps all of them and looks at all of them. */
    static final int POLICIES_MAX = 1_000;

    private static final Paging PAGING = new Paging("policies", 50, 500);
    private static final int NEW = 0;

    private final PolicyStore store;
    private final Policies policies;
    private final Database database;
    private final AuditLog audit;
    private final Caller caller;
    private final Clock clock;

    PolicyResource(
            PolicyStore store, Policies policies, Database database, AuditLog audit, Caller caller, Clock clock) {
        this.store = store;
        this.policies = policies;
        this.database = database;
        this.audit = audit;
        this.caller = caller;
        this.clock = clock;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listPolicies", summary = "All policies, by id")
    public Uni<Page<PolicyView>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        var request = PAGING.read(cursor, limit);
        return store.page(request)
                .onFailure(PostgresUnavailable.class)
                .recoverWithItem(() -> policies.page(request))
                .map(found -> PAGING.page(request, found, policy -> Position.of(policy.id())))
                .map(page -> page.map(this::view));
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getPolicy", summary = "One policy")
    public Uni<PolicyView> get(String id) {
        return store.find(id)
                .onFailure(PostgresUnavailable.class)
                .recoverWithItem(() -> policies.find(id))
                .map(found -> view(require(found, id)));
    }

    @PUT
    @Path("/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "putPolicy",
            summary = "Create or change a policy",
            description = "It holds here at once, on other instances within two seconds, for callers that are counted"
                    + " already too.")
    public Uni<PolicyView> put(
            @RestPath @Pattern(regexp = LimitPolicy.ID_FORM, message = LimitPolicy.ID_RULE) String id,
            @Parameter(description = "The version that is changed, 0 if there must be none; another one is a conflict")
                    @QueryParam("version")
                    @Min(0)
                    @Nullable
                    Integer version,
            @Valid @NotNull PolicySpec spec) {
        var objections = spec.objections();
        if (id.equals(spec.shadowOf())) {
            objections.add(FieldError.at("/shadowOf", "must be another policy"));
        }
        if (!objections.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", objections);
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return database.inTransaction(transaction -> store.begin(transaction)
                        .chain(() -> store.find(transaction, id))
                        .invoke(found -> requireVersion(found, version))
                        .call(found -> found.isPresent() ? Uni.createFrom().voidItem() : requireRoom(transaction))
                        .map(found -> changed(id, found, spec, now))
                        .call(policy -> store.put(transaction, policy))
                        .call(policy -> record(
                                transaction, policy.version() == 1 ? "policy.created" : "policy.changed", policy)))
                .call(policies::refresh)
                .map(this::view);
    }

    private PolicyView view(LimitPolicy policy) {
        return PolicyView.of(policy, policies.tightening(policy.id()));
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "deletePolicy", summary = "Remove a policy; what it counted is forgotten by itself")
    public Uni<Void> delete(String id) {
        return database.inTransaction(transaction -> store.begin(transaction)
                        .chain(() -> store.find(transaction, id))
                        .map(found -> require(found, id))
                        .call(policy -> store.delete(transaction, id))
                        .call(policy -> record(transaction, "policy.deleted", policy)))
                .call(policies::refresh)
                .replaceWithVoid();
    }

    private LimitPolicy changed(String id, Optional<LimitPolicy> before, PolicySpec spec, Instant now) {
        return new LimitPolicy(
                id,
                before.map(LimitPolicy::version).orElse(NEW) + 1,
                spec,
                before.map(LimitPolicy::createdAt).orElse(now),
                now,
                caller.actor());
    }

    private Uni<Void> requireRoom(SqlConnection transaction) {
        return store.count(transaction)
                .invoke(count -> {
                    if (count >= POLICIES_MAX) {
                        throw new TooManyPolicies(POLICIES_MAX);
                    }
                })
                .replaceWithVoid();
    }

    private Uni<Void> record(SqlConnection transaction, String action, LimitPolicy policy) {
        var spec = policy.spec();
        return audit.record(
                transaction,
                caller,
                action,
                policy.id(),
                Map.of(
                        "version", policy.version(),
                        "limit", spec.limit(),
                        "window", spec.window().toString(),
                        "algorithm", spec.algorithm().word(),
                        "enabled", spec.enabled(),
                        "shadow", spec.shadow(),
                        "failMode", spec.failMode().word()));
    }

    private static void requireVersion(Optional<LimitPolicy> found, @Nullable Integer asked) {
        int present = found.map(LimitPolicy::version).orElse(NEW);
        if (asked != null && asked != present) {
            throw new PolicyChanged(present);
        }
    }

    private static LimitPolicy require(Optional<LimitPolicy> found, String id) {
        return found.orElseThrow(() -> new PolicyNotFound(id));
    }
}
