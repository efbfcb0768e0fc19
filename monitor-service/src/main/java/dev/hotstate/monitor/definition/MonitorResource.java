package dev.hotstate.monitor.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jspecify.annotations.Nullable;

@Path("/monitors")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Monitors")
public class MonitorResource {

    private static final String YAML = "application/yaml";
    private static final List<String> FORMATS = List.of("yaml", "json");

    private final MonitorAdministration administration;
    private final MonitorImport imports;
    private final MonitorFile file;
    private final Caller caller;

    MonitorResource(MonitorAdministration administration, MonitorImport imports, MonitorFile file, Caller caller) {
        this.administration = administration;
        this.imports = imports;
        this.file = file;
        this.caller = caller;
    }

    /** @param check what became of the wish */
    public record CheckView(MonitorSchedule.Hastening check) {}

    @GET
    @Operation(operationId = "listMonitors", summary = "Definitions by name, filtered")
    public Uni<Page<MonitorView>> list(
            @QueryParam("name") @Nullable String name,
            @QueryParam("tag") @Nullable String tag,
            @QueryParam("kind") @Schema(enumeration = {"http", "tcp", "dns", "ping", "tls", "push"}) @Nullable
                    String kind,
            @QueryParam("enabled") @Nullable Boolean enabled,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        requireOneOf("kind", kind, MonitorSpec.KINDS);
        var request = MonitorAdministration.PAGING.read(cursor, limit);
        return administration
                .page(new MonitorFilter(name, tag, kind, enabled), request)
                .map(page -> page.map(this::view));
    }

    @POST
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = MonitorView.class, responseCode = "201")
    @Operation(operationId = "createMonitor", summary = "Create a monitor; it is checked at once")
    public Uni<MonitorView> create(@NotNull MonitorSpec spec) {
        return administration.create(spec, caller).map(this::view);
    }

    @GET
    @Path("/{id}")
    @Operation(operationId = "getMonitor", summary = "One definition, without its secrets")
    public Uni<MonitorView> get(String id) {
        return administration.get(id).map(this::view);
    }

    @PUT
    @Path("/{id}")
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "replaceMonitor",
            summary = "Change a monitor",
            description = "Replaces the definition. Secrets that are not sent stay; an empty object removes them.")
    public Uni<MonitorView> replace(String id, @NotNull MonitorSpec spec) {
        return administration.replace(id, spec, caller).map(this::view);
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteMonitor", summary = "Delete a monitor and end its incident")
    public Uni<Void> delete(String id) {
        return administration.delete(id, caller);
    }

    @POST
    @Path("/{id}/enable")
    @RolesAllowed("write")
    @Operation(operationId = "enableMonitor", summary = "Run a monitor again")
    public Uni<MonitorView> enable(String id) {
        return administration.setEnabled(id, true, caller).map(this::view);
    }

    @POST
    @Path("/{id}/disable")
    @RolesAllowed("write")
    @Operation(operationId = "disableMonitor", summary = "Stop to run a monitor and end its incident")
    public Uni<MonitorView> disable(String id) {
        return administration.setEnabled(id, false, caller).map(this::view);
    }

    @POST
    @Path("/{id}/check")
    @RolesAllowed("write")
    @ResponseStatus(202)
    @APIResponseSchema(value = CheckView.class, responseCode = "202")
    @Operation(operationId = "checkMonitor", summary = "Check a monitor now; its regular times stay")
    public Uni<CheckView> check(String id) {
        return administration.hasten(id).map(CheckView::new);
    }

    @POST
    @Path("/import")
    @RolesAllowed("write")
    @Consumes({MediaType.APPLICATION_JSON, YAML})
    @Operation(
            operationId = "importMonitors",
            summary = "Make definitions as a document says",
            description =
                    "Applies the document by name: what is new is created, what differs is changed, what it does not name"
                            + " stays. Repeating it changes nothing. Secrets that it does not hold stay.")
    @RequestBody(
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(implementation = MonitorFile.MonitorList.class)),
                @Content(mediaType = YAML, schema = @Schema(implementation = MonitorFile.MonitorList.class))
            })
    public Uni<ImportReport> importAll(
            @NotNull String document,
            @QueryParam("dryRun") @Nullable Boolean dryRun,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) @Schema(hidden = true) String contentType)
            throws JsonProcessingException {
        var wanted = file.read(document, MonitorFile.isYaml(contentType));
        return imports.run(wanted, Boolean.TRUE.equals(dryRun), caller);
    }

    @GET
    @Path("/export")
    @Produces({YAML, MediaType.APPLICATION_JSON})
    @Operation(operationId = "exportMonitors", summary = "Definitions as a document, without secrets")
    @APIResponseSchema(value = MonitorFile.MonitorList.class, responseCode = "200")
    public Uni<Response> export(
            @QueryParam("format") @Schema(enumeration = {"yaml", "json"}) @Nullable String format,
            @QueryParam("tag") @Nullable String tag) {
        requireOneOf("format", format, FORMATS);
        boolean asYaml = !"json".equals(format);
        return imports.export(new MonitorFilter(null, tag, null, null))
                .map(specs -> Response.ok(written(specs, asYaml), asYaml ? YAML : MediaType.APPLICATION_JSON)
                        .header("Content-Disposition", "attachment; filename=monitors." + (asYaml ? "yaml" : "json"))
                        .build());
    }

    private static void requireOneOf(String parameter, @Nullable String value, List<String> known) {
        if (value != null && !known.contains(value)) {
            var error = FieldError.ofParameter(parameter, "must be one of " + String.join(", ", known));
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
    }

    private MonitorView view(Monitor monitor) {
        return MonitorView.of(monitor, caller.may("write"));
    }

    private String written(List<MonitorSpec> specs, boolean asYaml) {
        try {
            return file.write(specs, asYaml);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Definitions must be writable", e);
        }
    }
}
