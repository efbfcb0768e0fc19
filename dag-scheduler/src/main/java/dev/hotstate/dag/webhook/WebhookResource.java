package dev.hotstate.dag.webhook;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** How it went to tell the end of a job. */
@Path("/jobs/{id}/webhooks")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Jobs")
public class WebhookResource {

    private final WebhookStore store;

    WebhookResource(WebhookStore store) {
        this.store = store;
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "listWebhooks", summary = "Whether the ends of its runs were told, the latest run first")
    public Uni<List<WebhookView>> list(@PathParam("id") String id) {
        return store.ofJob(id);
    }

    @POST
    @Path("/{run}/resend")
    @RolesAllowed("write")
    @Operation(operationId = "resendWebhook", summary = "Tell the end of a run once more")
    public Uni<WebhookView> resend(@PathParam("id") String id, @PathParam("run") int run) {
        return store.resend(id, run)
                .map(found -> found.stream()
                        .findFirst()
                        .orElseThrow(() -> new Refusal(
                                KitProblem.NOT_FOUND,
                                "Nothing has to be told of run " + run + " of the job " + id + ".")));
    }
}
