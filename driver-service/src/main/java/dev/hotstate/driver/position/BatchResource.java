package dev.hotstate.driver.position;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hotstate.kit.http.caller.Caller;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/drivers/locations")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({"write", "driver"})
@Tag(name = "Positions")
public class BatchResource {

    private static final String NDJSON = "application/x-ndjson";
    private static final MediaType LINES = MediaType.valueOf(NDJSON);

    private final BatchReader reader;
    private final BatchReports reports;
    private final Caller caller;

    BatchResource(BatchReader reader, BatchReports reports, Caller caller) {
        this.reader = reader;
        this.reports = reports;
        this.caller = caller;
    }

    @POST
    @Consumes({MediaType.APPLICATION_JSON, NDJSON})
    @Operation(
            operationId = "updateLocations",
            summary = "Say where many drivers are",
            description =
                    "Up to 5,000 points with the id of their driver, as an array or one in each line; the answer has a"
                            + " verdict for each. Points of one driver are taken in their order.")
    @RequestBody(
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(implementation = LocationReport[].class)),
                @Content(mediaType = NDJSON, schema = @Schema(implementation = LocationReport.class))
            })
    public Uni<BatchAnswer> update(
            @NotNull String document,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) @DefaultValue(MediaType.APPLICATION_JSON) @Schema(hidden = true)
                    MediaType type)
            throws JsonProcessingException {
        var items = LINES.isCompatible(type) ? reader.lines(document) : reader.array(document);
        requireOwn(items);
        return reports.take(items);
    }

    private void requireOwn(List<BatchItem> items) {
        if (!caller.parametersOf("driver").isEmpty()) {
            items.stream()
                    .filter(BatchItem::isValid)
                    .map(BatchItem::id)
                    .distinct()
                    .forEach(id -> caller.requireOwn("driver", id));
        }
    }
}
