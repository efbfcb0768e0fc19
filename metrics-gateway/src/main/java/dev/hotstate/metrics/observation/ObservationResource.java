package dev.hotstate.metrics.observation;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.observation.ObservationReader.Batch;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/observations")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Observations")
public class ObservationResource {

    private static final String NDJSON = "application/x-ndjson";

    private static final String BATCH_ID_FORM = "[A-Za-z0-9._:-]{8,64}";

    private final ObservationReader reader;
    private final Recording recording;
    private final Clock clock;

    ObservationResource(ObservationReader reader, Recording recording, Clock clock) {
        this.reader = reader;
        this.recording = recording;
        this.clock = clock;
    }

    /**
     * @param excluded requests of the machine itself
     * @param dropped for want of room, where nobody waits for Redis
     */
    @Schema(name = "ObservationsTaken")
    record Taken(int taken, int excluded, int dropped) {}

    @POST
    @Consumes({MediaType.APPLICATION_JSON, NDJSON})
    @RolesAllowed({"write", "record"})
    @Operation(
            operationId = "recordObservations",
            summary = "Tell of requests that were answered",
            description =
                    "One, an array of up to 10,000, or one in each line. Answered when Redis has counted them; all or"
                            + " none are refused. After a 503 a part may have been counted, unless there is a batchId.")
    @RequestBody(
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(oneOf = {ObservationRequest.class, ObservationRequest[].class})),
                @Content(mediaType = NDJSON, schema = @Schema(implementation = ObservationRequest.class))
            })
    public Uni<Taken> record(
            @NotNull String document,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) @Schema(hidden = true) @Nullable String contentType,
            @Parameter(
                            description = "Anything unique. The same body told again under it, within ten minutes, to"
                                    + " whichever instance, counts once")
                    @QueryParam("batchId")
                    @Pattern(
                            regexp = BATCH_ID_FORM,
                            message = "must have 8 to 64 letters, digits, dots, colons, hyphens or underscores")
                    @Nullable
                    String batchId,
            @Parameter(
                            description =
                                    "false: answered at once, counted later; what finds no room is dropped and counted"
                                            + " as such")
                    @QueryParam("durable")
                    @DefaultValue("true")
                    boolean durable)
            throws JsonProcessingException {
        if (batchId != null) {
            if (!durable) {
                throw new Refusal(
                        KitProblem.INVALID_INPUT, "A batchId is for batches whose fate matters: leave durable out.");
            }
            return recordOnce(batchId, document, contentType);
        }
        var batch = read(document, contentType, clock.instant());
        var measurements = Measurements.of(batch.observations());
        if (durable) {
            return recording.record(measurements).replaceWith(taken(batch));
        }
        var taken = recording.offer(measurements)
                ? taken(batch)
                : new Taken(0, batch.excluded(), batch.observations().size());
        return Uni.createFrom().item(taken);
    }

    /** What is wrong is refused before the batch is known. */
    private Uni<Taken> recordOnce(String batchId, String document, @Nullable String contentType)
            throws JsonProcessingException {
        var taken = taken(read(document, contentType, clock.instant()));
        return recording
                .recordOnce(
                        batchId,
                        firstTried -> Measurements.of(
                                readAgain(document, contentType, firstTried).observations()))
                .replaceWith(taken);
    }

    private Batch read(String document, @Nullable String contentType, Instant now) throws JsonProcessingException {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith(NDJSON)
                ? reader.lines(document, now)
                : reader.document(document, now);
    }

    private Batch readAgain(String document, @Nullable String contentType, Instant now) {
        try {
            return read(document, contentType, now);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("it was read a moment ago", e);
        }
    }

    private static Taken taken(Batch batch) {
        return new Taken(batch.observations().size(), batch.excluded(), 0);
    }
}
