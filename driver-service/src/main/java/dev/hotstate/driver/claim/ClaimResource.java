package dev.hotstate.driver.claim;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.claim.ClaimOrder.Wish;
import dev.hotstate.driver.platform.DriverFailure.ImpossiblePlace;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.http.problem.FieldError;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/drivers/claims")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Claims")
public class ClaimResource {

    private static final double METRES = 1_000;

    private final Claims claims;
    private final ClaimLimits limits;
    private final DriverIds ids;

    ClaimResource(Claims claims, ClaimLimits limits, DriverIds ids) {
        this.claims = claims;
        this.limits = limits;
        this.ids = ids;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "claimDrivers",
            summary = "Claim the nearest available drivers",
            description =
                    "Each goes to one request at a time. The claim ends after its ttl unless it is confirmed. Under the same"
                            + " requestId the call can be repeated and is answered alike; fewer claims than wanted, or none, means"
                            + " that there were no more.")
    public Uni<ClaimsView> claim(@Valid @NotNull ClaimRequest request) {
        var wish = new Wish.Nearest(
                place(request), limits.radius(request.radius()) * METRES, limits.count(request.count()));
        var order = new ClaimOrder(request.requestId(), wish, limits.ttl(request.ttl()), request.ttl());
        return claims.claim(order)
                .chain(got -> ids.idsOf(got.stream().map(Assignment::driver).toList())
                        .map(names -> new ClaimsView(
                                request.requestId(),
                                wish.count(),
                                got.stream()
                                        .filter(each -> names.containsKey(each.driver()))
                                        .map(each -> ClaimView.asClaimed(each, names.get(each.driver())))
                                        .toList())));
    }

    @GET
    @Path("/{id}")
    @RolesAllowed("read")
    @Operation(operationId = "getClaim", summary = "One claim as it is now, without its token")
    public Uni<ClaimView> get(String id) {
        return claims.find(id).chain(this::view).map(ClaimView::withoutToken);
    }

    @POST
    @Path("/{id}/confirm")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "confirmClaim",
            summary = "Take the driver for good",
            description = "It is BUSY until it is released. Can be repeated.")
    public Uni<ClaimView> confirm(String id, @Valid @NotNull ClaimToken token) {
        return claims.confirm(id, token.token()).chain(this::view);
    }

    @POST
    @Path("/{id}/release")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "releaseClaim",
            summary = "Give the driver back",
            description =
                    "Before or after it was confirmed. It is available again if its heartbeat lasts. Can be repeated.")
    public Uni<ClaimView> release(String id, @Valid @NotNull ClaimToken token) {
        return claims.release(id, token.token()).chain(this::view);
    }

    private Uni<ClaimView> view(Assignment assignment) {
        return ids.idsOf(List.of(assignment.driver()))
                .map(names -> ClaimView.of(assignment, names.getOrDefault(assignment.driver(), "")));
    }

    private static GeoPoint place(ClaimRequest request) {
        var place = new GeoPoint(request.lat(), request.lon());
        if (!place.isOnMap()) {
            var pointer = Math.abs(place.lat()) <= GeoPoint.LAT_MAX ? "/lon" : "/lat";
            throw new ImpossiblePlace(List.of(FieldError.at(pointer, "is not on the map")));
        }
        return place;
    }
}
