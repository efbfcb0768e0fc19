package dev.hotstate.dag.worker;

import dev.hotstate.dag.platform.Form;
import dev.hotstate.dag.worker.AnswerViews.ClaimedTasks;
import dev.hotstate.dag.worker.QueueSettings.QueueSetting;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/queues")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Workers")
public class QueueResource {

    private static final Pattern QUEUE = Pattern.compile(Form.NAME);

    private final Claims claims;
    private final Deliveries deliveries;
    private final Workers workers;
    private final QueueSettings settings;

    QueueResource(Claims claims, Deliveries deliveries, Workers workers, QueueSettings settings) {
        this.claims = claims;
        this.deliveries = deliveries;
        this.workers = workers;
        this.settings = settings;
    }

    @POST
    @Path("/{queue}/claims")
    @RolesAllowed("worker")
    @Operation(
            operationId = "claimTasks",
            summary = "Get tasks to run",
            description =
                    "Answers at once if there are any, else as soon as there is one, else with none when the time is"
                            + " over, or earlier if the instance is about to stop. Each task comes under a lease: heartbeats extend it, and after it another worker gets the task.")
    public Uni<ClaimedTasks> claim(String queue, @Valid @NotNull ClaimRequest request) {
        checked(queue);
        workers.seen(queue, request.worker());
        return claims.claim(queue, request.worker(), request.wanted(), Duration.ofMillis(request.patienceMs()))
                .chain(deliveries::of)
                .map(ClaimedTasks::new);
    }

    @PUT
    @Path("/{queue}/settings")
    @RolesAllowed("write")
    @Operation(
            operationId = "setQueue",
            summary = "Pause or limit a queue",
            description = "Changes what is named and leaves the rest. Holds on this instance at once and on the others"
                    + " within a second.")
    public Uni<QueueSetting> set(String queue, @NotNull QueueSettingRequest request) {
        return settings.change(checked(queue), request).invoke(() -> claims.serveAgain(queue));
    }

    private static String checked(String queue) {
        if (!QUEUE.matcher(queue).matches()) {
            var error = FieldError.ofParameter("queue", Form.NAME_WORDS);
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
        return queue;
    }
}
