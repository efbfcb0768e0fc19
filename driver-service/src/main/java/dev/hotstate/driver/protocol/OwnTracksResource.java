package dev.hotstate.driver.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.driver.position.LocationReport;
import dev.hotstate.driver.position.Reports;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.DomainFailure;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * OwnTracks over HTTP. What can never be taken is thanked for all the same: the app sends a message that is refused again and
 * again, and nothing after it. So whatever type a body says it is of, it is read as JSON.
 */
@Path(OwnTracksResource.PATH)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.WILDCARD)
@RolesAllowed({"write", "driver"})
@Tag(name = "Trackers")
public class OwnTracksResource {

    static final String PATH = "/owntracks";

    /** It may answer with friends and commands. */
    private static final String NOTHING_TO_TELL = "[]";

    private static final double METRES_PER_SECOND_PER_KMH = 1 / 3.6;
    private static final int CLIENT_ERRORS_END = 500;

    private final Reports reports;
    private final Caller caller;
    private final ObjectMapper json;

    OwnTracksResource(Reports reports, Caller caller, ObjectMapper json) {
        this.reports = reports;
        this.caller = caller;
        this.json = json;
    }

    @POST
    @Operation(
            operationId = "owntracks",
            summary = "A message from OwnTracks",
            description =
                    "Of type 'location'; others are ignored. The driver is the device: X-Limit-D, or the end of the"
                            + " topic.")
    public Uni<String> take(
            @HeaderParam("X-Limit-D") @Parameter(description = "The device") @Nullable String device,
            @Nullable String body) {
        var message = message(body);
        var driver = device == null ? lastOf(message.path("topic").asText("")) : device;
        if (!message.path("_type").asText().equals("location") || driver.isBlank()) {
            return Uni.createFrom().item(NOTHING_TO_TELL);
        }
        caller.requireOwn("driver", driver);
        return Uni.createFrom()
                .deferred(() -> reports.take(driver, report(message)))
                .onFailure(OwnTracksResource::isForEver)
                .recoverWithNull()
                .replaceWith(NOTHING_TO_TELL);
    }

    private static LocationReport report(JsonNode message) {
        var speed = number(message, "vel");
        return new LocationReport(
                number(message, "lat"),
                number(message, "lon"),
                DeviceTime.of(message.path("tst").asText("")).orElse(null),
                null,
                number(message, "acc"),
                speed == null ? null : speed * METRES_PER_SECOND_PER_KMH,
                number(message, "cog"));
    }

    private static @Nullable Double number(JsonNode message, String field) {
        var value = message.get(field);
        return value == null || !value.isNumber() ? null : value.doubleValue();
    }

    private JsonNode message(@Nullable String body) {
        try {
            return body == null || body.isBlank() ? json.createObjectNode() : json.readTree(body);
        } catch (JsonProcessingException unreadable) {
            return json.createObjectNode();
        }
    }

    private static String lastOf(String topic) {
        return topic.substring(topic.lastIndexOf('/') + 1);
    }

    /** Trouble of ours passes; then the app shall come again. */
    private static boolean isForEver(Throwable failure) {
        return failure instanceof DomainFailure refused && refused.type().status() < CLIENT_ERRORS_END;
    }
}
