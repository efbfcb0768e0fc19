package dev.hotstate.monitor.incident;

import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.incident.IncidentEvent.Type;
import dev.hotstate.monitor.platform.MonitorProblem;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/incidents")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Incidents")
public class IncidentResource {

    private static final int TIMELINE_MAX = 500;

    private final IncidentPages pages;
    private final IncidentStore store;
    private final Database database;
    private final Caller caller;
    private final Clock clock;

    IncidentResource(IncidentPages pages, IncidentStore store, Database database, Caller caller, Clock clock) {
        this.pages = pages;
        this.store = store;
        this.database = database;
        this.caller = caller;
        this.clock = clock;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listIncidents", summary = "Incidents, newest first")
    public Uni<Page<IncidentView>> list(
            @QueryParam("state") @Nullable String state,
            @QueryParam("monitor") @Nullable String monitor,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        return pages.page(new IncidentFilter(isOpen(state), monitor), cursor, limit);
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getIncident", summary = "One incident with its timeline")
    public Uni<IncidentView> get(String id) {
        return store.find(id)
                .map(IncidentResource::require)
                .chain(incident -> store.timeline(id, TIMELINE_MAX)
                        .map(timeline -> IncidentView.of(incident, clock.instant(), timeline)));
    }

    @POST
    @Path("/{id}/acknowledge")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "acknowledgeIncident",
            summary = "Say that somebody is on it; reminders stop",
            description = "The first acknowledgement counts; a later one only adds its note.")
    public Uni<IncidentView> acknowledge(String id, @Valid @Nullable AcknowledgeRequest request) {
        var note = request == null || request.note() == null ? "" : request.note();
        return database.inTransaction(transaction -> lock(transaction, id)
                        .chain(incident -> incident.acknowledgedAt() == null
                                ? acknowledge(transaction, incident, note)
                                : note(transaction, id, Type.NOTE, note)))
                .chain(() -> get(id));
    }

    @POST
    @Path("/{id}/notes")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(operationId = "addIncidentNote", summary = "Add a line to the timeline of an incident")
    public Uni<IncidentView> addNote(String id, @Valid @NotNull NoteRequest request) {
        return database.inTransaction(transaction ->
                        lock(transaction, id).chain(incident -> note(transaction, id, Type.NOTE, request.text())))
                .chain(() -> get(id));
    }

    private Uni<Void> acknowledge(SqlConnection transaction, Incident incident, String note) {
        return store.acknowledge(transaction, incident.id(), clock.instant(), caller.actor())
                .chain(() -> note(transaction, incident.id(), Type.ACKNOWLEDGED, note));
    }

    private Uni<Void> note(SqlConnection transaction, String id, Type type, String text) {
        return type == Type.NOTE && text.isBlank()
                ? Uni.createFrom().voidItem()
                : store.addEvent(transaction, new IncidentEvent(id, clock.instant(), type, caller.actor(), text), null);
    }

    private Uni<Incident> lock(SqlConnection transaction, String id) {
        return store.lock(transaction, id).map(IncidentResource::require);
    }

    private static @Nullable Boolean isOpen(@Nullable String state) {
        return switch (state) {
            case null -> null;
            case "open" -> true;
            case "resolved" -> false;
            default -> {
                var error = FieldError.ofParameter("state", "must be open or resolved");
                throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
            }
        };
    }

    private static <T> T require(Optional<T> found) {
        return found.orElseThrow(() -> new Refusal(MonitorProblem.INCIDENT_NOT_FOUND, "There is no such incident."));
    }
}
