package dev.hotstate.monitor.statuspage;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.platform.MonitorProblem;
import dev.hotstate.monitor.platform.OneLine;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/status-pages")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Status pages")
public class StatusPageResource {

    private static final int PAGES_MAX = 1_000;

    private final StatusPageStore store;
    private final PublicPages pages;
    private final Definitions definitions;
    private final Database database;
    private final AuditLog audit;
    private final Caller caller;
    private final Clock clock;

    StatusPageResource(
            StatusPageStore store,
            PublicPages pages,
            Definitions definitions,
            Database database,
            AuditLog audit,
            Caller caller,
            Clock clock) {
        this.store = store;
        this.pages = pages;
        this.definitions = definitions;
        this.database = database;
        this.audit = audit;
        this.caller = caller;
        this.clock = clock;
    }

    @Schema(name = "StatusPages")
    public record StatusPages(List<StatusPage> items) {}

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listStatusPages", summary = "All status pages, at most 1000")
    public Uni<StatusPages> list() {
        return store.all(PAGES_MAX).map(StatusPages::new);
    }

    @GET
    @Path("/{slug}")
    @RolesAllowed("read")
    @Operation(operationId = "getStatusPage", summary = "One status page, as it is defined")
    public Uni<StatusPage> get(String slug) {
        return store.find(slug).map(found -> found.orElseThrow(StatusPageResource::missing));
    }

    @PUT
    @Path("/{slug}")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(operationId = "putStatusPage", summary = "Create or change a status page; it is public at once")
    public Uni<StatusPage> put(String slug, @Valid @NotNull StatusPage page) {
        if (!slug.equals(page.slug())) {
            throw invalid(List.of(FieldError.at("/slug", "must be the one in the address")));
        }
        requireLines(page);
        return definitions
                .fetch(page.monitorIds().distinct().toList())
                .invoke(known -> requireKnown(page, known))
                .chain(() -> save(slug, page));
    }

    private Uni<StatusPage> save(String slug, StatusPage page) {
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return database.inTransaction(transaction -> store.put(transaction, page, now)
                        .chain(created -> audit.record(
                                transaction,
                                caller,
                                created ? "status-page.created" : "status-page.changed",
                                slug,
                                Map.of("title", page.title()))))
                .invoke(() -> pages.forget(slug))
                .replaceWith(page);
    }

    @DELETE
    @Path("/{slug}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteStatusPage", summary = "Take a status page off")
    public Uni<Void> delete(String slug) {
        return database.inTransaction(transaction -> store.delete(transaction, slug)
                        .invoke(deleted -> {
                            if (!deleted) {
                                throw missing();
                            }
                        })
                        .chain(() -> audit.record(transaction, caller, "status-page.deleted", slug, Map.of())))
                .invoke(() -> pages.forget(slug));
    }

    /** What the public reads, and what the form writes one group a line. */
    private static void requireLines(StatusPage page) {
        var errors = new ArrayList<FieldError>();
        requireLine(page.title(), "/title", errors);
        for (int i = 0; i < page.groups().size(); i++) {
            var group = page.groups().get(i);
            requireLine(group.name(), "/groups/%d/name".formatted(i), errors);
            for (int j = 0; j < group.monitors().size(); j++) {
                requireLine(group.monitors().get(j).label(), "/groups/%d/monitors/%d/label".formatted(i, j), errors);
            }
        }
        if (!errors.isEmpty()) {
            throw invalid(errors);
        }
    }

    private static void requireLine(@Nullable String text, String pointer, List<FieldError> errors) {
        if (text != null && !OneLine.isOneLine(text)) {
            errors.add(FieldError.at(pointer, OneLine.RULE));
        }
    }

    /** Who mistypes a name must not make a page that lacks what he meant. */
    private static void requireKnown(StatusPage page, List<Monitor> known) {
        var ids = known.stream().map(Monitor::id).collect(Collectors.toSet());
        var listed = new HashSet<String>();
        var errors = new ArrayList<FieldError>();
        for (int i = 0; i < page.groups().size(); i++) {
            var members = page.groups().get(i).monitors();
            for (int j = 0; j < members.size(); j++) {
                var id = members.get(j).id();
                if (!ids.contains(id)) {
                    errors.add(FieldError.at("/groups/%d/monitors/%d/id".formatted(i, j), "names no monitor: " + id));
                } else if (!listed.add(id)) {
                    errors.add(FieldError.at("/groups/%d/monitors/%d/id".formatted(i, j), "is on the page already"));
                }
            }
        }
        if (!errors.isEmpty()) {
            throw invalid(errors);
        }
    }

    private static Refusal invalid(List<FieldError> errors) {
        return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
    }

    private static Refusal missing() {
        return new Refusal(MonitorProblem.STATUS_PAGE_NOT_FOUND, "There is no such status page.");
    }
}
