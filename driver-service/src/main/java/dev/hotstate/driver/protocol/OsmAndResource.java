package dev.hotstate.driver.protocol;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.hotstate.driver.position.LocationReport;
import dev.hotstate.driver.position.Reports;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** OsmAnd and Traccar Client, which send everything in the address, or (from version 9) JSON. */
@Path(OsmAndResource.PATH)
@Produces(MediaType.TEXT_PLAIN)
@RolesAllowed({"write", "driver"})
@Tag(name = "Trackers")
public class OsmAndResource {

    static final String PATH = "/osmand";

    private static final double METRES_PER_SECOND_PER_KNOT = 0.514444;
    private static final String TAKEN = "";

    /** Where the JSON has what reports call otherwise. */
    private static final Map<String, String> PLACES_IN_JSON = Map.of(
            "/id", "/device_id",
            "/lat", "/location/coords/latitude",
            "/lon", "/location/coords/longitude",
            "/timestamp", "/location/timestamp");

    private final Reports reports;
    private final Caller caller;

    OsmAndResource(Reports reports, Caller caller) {
        this.reports = reports;
        this.caller = caller;
    }

    /** What Traccar Client sends as JSON; it has more fields, which say nothing here. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @Schema(name = "TraccarReport")
    record JsonReport(@Nullable String device_id, @Nullable Location location) {

        @JsonIgnoreProperties(ignoreUnknown = true)
        @Schema(name = "TraccarLocation")
        record Location(
                @Nullable String timestamp, @Nullable Coordinates coords) {}

        @JsonIgnoreProperties(ignoreUnknown = true)
        @Schema(name = "TraccarCoordinates")
        record Coordinates(
                @Nullable Double latitude,
                @Nullable Double longitude,
                @Nullable Double accuracy,
                @Nullable Double speed,
                @Nullable Double heading) {}
    }

    @GET
    @Operation(operationId = "osmandGet", summary = "A point from OsmAnd or Traccar Client, in the address")
    public Uni<String> get(
            @QueryParam("id") @Nullable String id,
            @Parameter(description = "As Traccar Client calls the id, too") @QueryParam("deviceid") @Nullable
                    String deviceId,
            @QueryParam("lat") @Nullable Double lat,
            @QueryParam("lon") @Nullable Double lon,
            @Parameter(description = "Seconds, milliseconds or ISO 8601") @QueryParam("timestamp") @Nullable
                    String timestamp,
            @Parameter(description = "Knots") @QueryParam("speed") @Nullable Double speed,
            @QueryParam("bearing") @Nullable Double bearing,
            @QueryParam("heading") @Nullable Double heading,
            @Parameter(description = "Metres") @QueryParam("accuracy") @Nullable Double accuracy,
            @Parameter(description = "An API key, for apps that know nothing but an address")
                    @QueryParam("key")
                    @Nullable
                    String key) {
        return take(
                id == null ? deviceId : id,
                () -> new LocationReport(
                        lat,
                        lon,
                        DeviceTime.of(timestamp).orElse(null),
                        null,
                        accuracy,
                        speed == null ? null : speed * METRES_PER_SECOND_PER_KNOT,
                        heading == null ? bearing : heading),
                OsmAndResource::inAddress);
    }

    @POST
    @Operation(operationId = "osmandPost", summary = "The same by POST, as older versions of Traccar Client send it")
    public Uni<String> post(
            @QueryParam("id") @Nullable String id,
            @QueryParam("deviceid") @Nullable String deviceId,
            @QueryParam("lat") @Nullable Double lat,
            @QueryParam("lon") @Nullable Double lon,
            @QueryParam("timestamp") @Nullable String timestamp,
            @QueryParam("speed") @Nullable Double speed,
            @QueryParam("bearing") @Nullable Double bearing,
            @QueryParam("heading") @Nullable Double heading,
            @QueryParam("accuracy") @Nullable Double accuracy,
            @QueryParam("key") @Nullable String key) {
        return get(id, deviceId, lat, lon, timestamp, speed, bearing, heading, accuracy, key);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "osmandJson", summary = "A point from Traccar Client 9 and later")
    public Uni<String> json(@Nullable JsonReport report) {
        var location = report == null ? null : report.location();
        var coordinates = location == null ? null : location.coords();
        if (report == null || location == null || coordinates == null) {
            throw refusal(List.of(FieldError.at("/location", "must have coords")));
        }
        return take(
                report.device_id(),
                () -> new LocationReport(
                        coordinates.latitude(),
                        coordinates.longitude(),
                        DeviceTime.of(location.timestamp()).orElse(null),
                        null,
                        coordinates.accuracy(),
                        coordinates.speed(),
                        coordinates.heading()),
                OsmAndResource::inJson);
    }

    /** @param place where the sender wrote what is wrong */
    private Uni<String> take(@Nullable String id, Supplier<LocationReport> report, UnaryOperator<FieldError> place) {
        return Uni.createFrom()
                .deferred(() -> take(id, report.get()))
                .onFailure(DomainFailure.class)
                .transform(failure -> placed((DomainFailure) failure, place));
    }

    private Uni<String> take(@Nullable String id, LocationReport report) {
        if (id == null || id.isBlank()) {
            throw refusal(List.of(FieldError.at("/id", "is missing: it names the driver")));
        }
        caller.requireOwn("driver", id);
        return reports.take(id, report).replaceWith(TAKEN);
    }

    private static DomainFailure placed(DomainFailure failure, UnaryOperator<FieldError> place) {
        return failure.errors().isEmpty()
                ? failure
                : new Refusal(
                        failure.type(),
                        failure.detail(),
                        failure.errors().stream().map(place).toList());
    }

    private static FieldError inAddress(FieldError error) {
        var pointer = error.pointer();
        return pointer == null ? error : FieldError.ofParameter(pointer.substring(1), error.detail());
    }

    private static FieldError inJson(FieldError error) {
        var pointer = error.pointer();
        return pointer == null ? error : FieldError.at(PLACES_IN_JSON.getOrDefault(pointer, pointer), error.detail());
    }

    private static Refusal refusal(List<FieldError> errors) {
        return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
    }
}
