package dev.hotstate.monitor.maintenance;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.platform.MonitorProblem;
import dev.hotstate.monitor.platform.PublicId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jspecify.annotations.Nullable;

@Path("/maintenance")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Maintenance")
public class MaintenanceResource {

    private static final Paging PAGING = new Paging("maintenance", 50, 500);

    private final MaintenanceStore store;
    private final MaintenanceCalendar calendar;
    private final Definitions definitions;
    private final Database database;
    private final AuditLog audit;
    private final Caller caller;
    private final Clock clock;

    MaintenanceResource(
            MaintenanceStore store,
            MaintenanceCalendar calendar,
            Definitions definitions,
            Database database,
            AuditLog audit,
            Caller caller,
            Clock clock) {
        this.store = store;
        this.calendar = calendar;
        this.definitions = definitions;
        this.database = database;
        this.audit = audit;
        this.caller = caller;
        this.clock = clock;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listMaintenance", summary = "All maintenance windows, newest first")
    public Uni<Page<MaintenanceView>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        var request = PAGING.read(cursor, limit);
        return store.page(request)
                .map(windows -> PAGING.page(request, windows, window -> Position.of(window.createdAt(), window.id())))
                .map(page -> page.map(this::view));
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getMaintenance", summary = "One maintenance window")
    public Uni<MaintenanceView> get(String id) {
        return store.find(id).map(found -> view(require(found)));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = MaintenanceView.class, responseCode = "201")
    @RolesAllowed("write")
    @Operation(
            operationId = "createMaintenance",
            summary = "Mute alerts for a time",
            description =
                    "Checks go on and incidents are recorded. What is still down when the window ends is told then.")
    public Uni<MaintenanceView> create(@Valid @NotNull SaveMaintenanceRequest request) {
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        var window = window(PublicId.next("mnt"), request, now, caller.actor());
        return database.inTransaction(transaction -> requireKnown(transaction, window)
                        .chain(() -> store.put(transaction, window))
                        .chain(() -> record(transaction, "maintenance.created", window)))
                .chain(calendar::refreshAfterChange)
                .map(done -> view(window));
    }

    @PUT
    @Path("/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(operationId = "updateMaintenance", summary = "Change a maintenance window")
    public Uni<MaintenanceView> update(String id, @Valid @NotNull SaveMaintenanceRequest request) {
        return database.inTransaction(transaction -> store.lock(transaction, id)
                        .map(MaintenanceResource::require)
                        .map(old -> window(id, request, old.createdAt(), old.createdBy()))
                        .call(window -> requireKnown(transaction, window))
                        .call(window -> store.put(transaction, window))
                        .call(window -> record(transaction, "maintenance.changed", window)))
                .call(calendar::refreshAfterChange)
                .map(this::view);
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteMaintenance", summary = "Remove a maintenance window; it mutes nothing from now on")
    public Uni<Void> delete(String id) {
        return database.inTransaction(transaction -> store.lock(transaction, id)
                        .map(MaintenanceResource::require)
                        .call(window -> store.delete(transaction, id))
                        .call(window -> record(transaction, "maintenance.deleted", window)))
                .call(calendar::refreshAfterChange)
                .replaceWithVoid();
    }

    /** A window that covers nobody would be found out at night. */
    private Uni<Void> requireKnown(SqlConnection transaction, MaintenanceWindow window) {
        return store.unknown(transaction, window.monitorIds())
                .invoke(MaintenanceResource::refuse)
                .replaceWithVoid();
    }

    private static void refuse(List<String> unknown) {
        if (!unknown.isEmpty()) {
            throw invalid(List.of(FieldError.at("/monitorIds", "names no monitor: " + String.join(", ", unknown))));
        }
    }

    private Uni<Void> record(SqlConnection transaction, String action, MaintenanceWindow window) {
        return audit.record(transaction, caller, action, window.id(), Map.of("name", window.name()));
    }

    private MaintenanceWindow window(String id, SaveMaintenanceRequest request, Instant createdAt, String createdBy) {
        var errors = new ArrayList<FieldError>();
        var schedule = request.schedule(clock.instant(), errors);
        if (schedule == null || !errors.isEmpty()) {
            throw invalid(errors);
        }
        return new MaintenanceWindow(
                id,
                request.name(),
                schedule,
                orNone(request.monitorIds()),
                orNone(request.tags()),
                createdAt,
                createdBy);
    }

    private static Refusal invalid(List<FieldError> errors) {
        return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
    }

    private static Set<String> orNone(@Nullable Set<String> names) {
        return names == null ? Set.of() : names;
    }

    private static MaintenanceWindow require(Optional<MaintenanceWindow> found) {
        return found.orElseThrow(
                () -> new Refusal(MonitorProblem.MAINTENANCE_NOT_FOUND, "There is no such maintenance window."));
    }

    private MaintenanceView view(MaintenanceWindow window) {
        var covered = window.monitorIds().stream()
                .map(definitions::known)
                .flatMap(Optional::stream)
                .toList();
        return MaintenanceView.of(window, covered, clock.instant());
    }
}
