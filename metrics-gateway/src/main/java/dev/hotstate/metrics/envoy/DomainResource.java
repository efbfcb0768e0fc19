package dev.hotstate.metrics.envoy;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.envoy.DomainStore.Stored;
import dev.hotstate.metrics.platform.MetricsFailure.DomainNotFound;
import dev.hotstate.metrics.platform.MetricsFailure.TooManyDomains;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Configuration files of envoyproxy/ratelimit, one for each domain. */
@Path("/envoy/domains")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Envoy")
public class DomainResource {

    static final int DOMAINS_MAX = 100;

    private static final String YAML = "application/yaml";

    private final DomainStore store;
    private final EnvoyDomains domains;
    private final EnvoyConfig config;
    private final Database database;
    private final AuditLog audit;
    private final Caller caller;
    private final Clock clock;

    DomainResource(
            DomainStore store,
            EnvoyDomains domains,
            EnvoyConfig config,
            Database database,
            AuditLog audit,
            Caller caller,
            Clock clock) {
        this.store = store;
        this.domains = domains;
        this.config = config;
        this.database = database;
        this.audit = audit;
        this.caller = caller;
        this.clock = clock;
    }

    /**
     * A limit of a domain.
     *
     * @param id as metrics name it; absent: it is unlimited
     * @param path keys and values that lead to it
     */
    @Schema(name = "EnvoyLimit")
    record LimitView(
            @Nullable String id,
            String path,
            @Nullable Long limit,
            @Nullable String unit,
            boolean shadow) {

        static LimitView of(String path, DescriptorLimit limit) {
            var policy = limit.policy();
            return policy == null
                    ? new LimitView(null, path, null, null, false)
                    : new LimitView(
                            policy.id(),
                            path,
                            limit.requests(),
                            String.valueOf(limit.unit()).toLowerCase(Locale.ROOT),
                            !policy.isEnforced());
        }
    }

    @Schema(name = "EnvoyDomain")
    record DomainView(
            String domain, int version, String config, List<LimitView> limits, Instant updatedAt, String updatedBy) {}

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listEnvoyDomains", summary = "All domains, by name; there are 100 at most")
    public Uni<List<DomainView>> list() {
        return store.all().map(all -> all.stream().map(this::view).toList());
    }

    @GET
    @Path("/{domain}")
    @RolesAllowed("read")
    @Operation(operationId = "getEnvoyDomain", summary = "One domain, its file and its limits")
    public Uni<DomainView> get(String domain) {
        return store.find(domain).map(found -> view(found.orElseThrow(() -> new DomainNotFound(domain))));
    }

    @PUT
    @Path("/{domain}")
    @Consumes({YAML, "text/yaml", "application/x-yaml"})
    @RolesAllowed("write")
    @Operation(
            operationId = "putEnvoyDomain",
            summary = "Import a configuration file of envoyproxy/ratelimit",
            description = "It holds here at once, on other instances within two seconds. Counters of a path go on.")
    public Uni<DomainView> put(String domain, @NotNull String file) {
        var read = DescriptorFile.read(file, 1, config);
        var errors = new ArrayList<>(read.errors());
        if (errors.isEmpty() && !read.domain().equals(domain)) {
            errors.add(FieldError.at("/domain", "must be the one of the path"));
        }
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return database.inTransaction(transaction -> store.put(transaction, domain, file, now, caller.actor())
                        .call(() -> requireRoom(transaction))
                        .call(stored -> audit.record(
                                transaction,
                                caller,
                                "envoy.domain.changed",
                                domain,
                                Map.of("version", stored.version()))))
                .call(domains::refresh)
                .map(this::view);
    }

    @DELETE
    @Path("/{domain}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteEnvoyDomain", summary = "Remove a domain; its requests are no longer limited")
    public Uni<Void> delete(String domain) {
        return database.inTransaction(transaction -> store.delete(transaction, domain)
                        .invoke(deleted -> {
                            if (!deleted) {
                                throw new DomainNotFound(domain);
                            }
                        })
                        .call(() -> audit.record(transaction, caller, "envoy.domain.deleted", domain, Map.of())))
                .call(domains::refresh)
                .replaceWithVoid();
    }

    private Uni<Void> requireRoom(SqlConnection transaction) {
        return store.count(transaction)
                .invoke(count -> {
                    if (count > DOMAINS_MAX) {
                        throw new TooManyDomains(DOMAINS_MAX);
                    }
                })
                .replaceWithVoid();
    }

    private DomainView view(Stored stored) {
        var limits = new ArrayList<LimitView>();
        DescriptorFile.read(stored.config(), stored.version(), config)
                .tree()
                .forEach((path, limit) -> limits.add(LimitView.of(path, limit)));
        return new DomainView(
                stored.domain(), stored.version(), stored.config(), limits, stored.updatedAt(), stored.updatedBy());
    }
}
