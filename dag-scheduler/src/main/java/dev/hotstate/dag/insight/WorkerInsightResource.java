package dev.hotstate.dag.insight;

import dev.hotstate.dag.platform.ArrayAnswer;
import dev.hotstate.dag.platform.Form;
import dev.hotstate.kit.http.paging.PageRequest;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/workers")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Insight")
public class WorkerInsightResource {

    private static final PageRequest ALL = new PageRequest(QueueInsight.WORKERS.max(), Optional.empty());

    private final QueueInsight insight;

    WorkerInsightResource(QueueInsight insight) {
        this.insight = insight;
    }

    /** For the description: that of a generic type can't be named in an annotation. */
    @Schema(name = "PageWorkerView")
    record WorkerPage(List<WorkerView> items, @Nullable String nextCursor) {}

    @GET
    @Operation(
            operationId = "listWorkers",
            summary = "The workers: until when they count as alive, what they run",
            description =
                    "By name, of each queue at most a thousand. In pages, if at least one parameter is given; without any,"
                            + " the first thousand as an array.")
    @APIResponse(
            responseCode = "200",
            description = "A page; the array if nothing was asked for in particular",
            headers =
                    @Header(
                            name = HttpHeaders.LINK,
                            description = ArrayAnswer.LINK,
                            schema = @Schema(implementation = String.class)),
            content = @Content(schema = @Schema(oneOf = {WorkerPage.class, WorkerView[].class})))
    public Uni<RestResponse<Object>> workers(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit,
            @Parameter(description = "Whose tasks they run or ask for")
                    @Pattern(regexp = Form.NAME, message = Form.NAME_WORDS)
                    @QueryParam("queue")
                    @Nullable
                    String queue,
            @Parameter(description = "Part of the name") @QueryParam("text") @Nullable String text) {
        return cursor == null && limit == null && queue == null && text == null
                ? insight.workers(ALL, null, null).map(page -> ArrayAnswer.of(page.items(), page.nextCursor(), ""))
                : insight.workers(QueueInsight.WORKERS.read(cursor, limit), queue, text)
                        .map(RestResponse::<Object>ok);
    }
}
