package dev.hotstate.dag.template;

import dev.hotstate.dag.job.SubmittedJob;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/templates")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Templates")
public class TemplateResource {

    private final Templates templates;
    private final TemplateStore store;
    private final Caller caller;

    TemplateResource(Templates templates, TemplateStore store, Caller caller) {
        this.templates = templates;
        this.store = store;
        this.caller = caller;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listTemplates", summary = "All templates, by name")
    public Uni<Page<TemplateView>> list(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = "Part of the name or the description") @QueryParam("text") @Nullable String text) {
        return store.list(TemplateStore.PAGING.read(cursor, limit), text);
    }

    @GET
    @Path("/{name}")
    @RolesAllowed("read")
    @Operation(operationId = "getTemplate", summary = "One template")
    public Uni<TemplateView> get(@PathParam("name") String name) {
        return store.find(name);
    }

    @PUT
    @Path("/{name}")
    @RolesAllowed("write")
    @Operation(operationId = "putTemplate", summary = "Create a template or replace it")
    public Uni<TemplateView> put(@PathParam("name") String name, @NotNull TemplateRequest template) {
        return templates.put(caller, name, template);
    }

    @DELETE
    @Path("/{name}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteTemplate", summary = "Delete a template that no schedule runs")
    public Uni<Void> delete(@PathParam("name") String name) {
        return store.delete(caller, name);
    }

    @POST
    @Path("/{name}/runs")
    @RolesAllowed("write")
    @APIResponse(
            responseCode = "201",
            description = "The job is stored and will run",
            content = @Content(schema = @Schema(implementation = SubmittedJob.class)))
    @APIResponse(
            responseCode = "200",
            description = "The same job was submitted before",
            content = @Content(schema = @Schema(implementation = SubmittedJob.class)))
    @APIResponse(responseCode = "400", description = "A field is wrong: errors says which")
    @APIResponse(responseCode = "404", description = "There is none of this name")
    @APIResponse(responseCode = "409", description = "Another job has this id")
    @APIResponse(
            responseCode = "422",
            description = "The tasks form no graph that can run, or one can't run as described")
    @Operation(
            operationId = "runTemplate",
            summary = "Order a job by a template",
            description =
                    "With a jobId the call can be repeated, and with a fireTime if the template has places for it.")
    public Uni<RestResponse<SubmittedJob>> run(@PathParam("name") String name, @Nullable RunTemplateRequest request) {
        var wanted = request == null ? new RunTemplateRequest(null, null, null) : request;
        return templates
                .run(caller.name(), name, wanted)
                .map(submitted -> RestResponse.status(
                        submitted.created() ? RestResponse.Status.CREATED : RestResponse.Status.OK, submitted));
    }
}
