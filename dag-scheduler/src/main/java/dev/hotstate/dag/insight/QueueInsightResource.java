package dev.hotstate.dag.insight;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/queues")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class QueueInsightResource {

    private final QueueInsight insight;
    private final QueueHistory history;

    QueueInsightResource(QueueInsight insight, QueueHistory history) {
        this.insight = insight;
        this.history = history;
    }

    /** For the description: that of a generic type can't be named in an annotation. */
    @Schema(name = "PageQueueView")
    record QueuePage(List<QueueView> items, @Nullable String nextCursor) {}

    @GET
    @Operation(
            operationId = "listQueues",
            summary = "The queues: how much waits, for how long, who works",
            description =
                    "By name. In pages, if at least one parameter is given; without any, all of them as an array.")
    @APIResponse(
            responseCode = "200",
            description = "A page; the array if nothing was asked for in particular",
            content = @Content(schema = @Schema(oneOf = {QueuePage.class, QueueView[].class})))
    public Uni<Object> queues(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = "Part of the name") @QueryParam("text") @Nullable String text) {
        return cursor == null && limit == null && text == null
                ? insight.queues().map(Object.class::cast)
                : insight.queues(QueueInsight.QUEUES.read(cursor, limit), text).map(Object.class::cast);
    }

    @GET
    @Path("/history")
    @Operation(operationId = "getQueueHistory", summary = "Depth and age of the queues over the last hour, for charts")
    public QueueHistoryView history() {
        return history.view();
    }
}
