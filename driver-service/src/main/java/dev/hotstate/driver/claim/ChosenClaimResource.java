package dev.hotstate.driver.claim;

import dev.hotstate.driver.claim.ClaimOrder.Wish;
import dev.hotstate.driver.platform.DriverFailure.ClaimNotFound;
import dev.hotstate.driver.platform.DriverFailure.DriverNotAvailable;
import dev.hotstate.driver.registry.DriverIds;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/drivers/{id}/claim")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Claims")
public class ChosenClaimResource {

    private final Claims claims;
    private final ClaimLimits limits;
    private final DriverIds ids;

    ChosenClaimResource(Claims claims, ClaimLimits limits, DriverIds ids) {
        this.claims = claims;
        this.limits = limits;
        this.ids = ids;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed("write")
    @Operation(
            operationId = "claimDriver",
            summary = "Claim a certain driver",
            description = "Refused if it is not available, now and whenever the same requestId comes again.")
    public Uni<ClaimView> claim(String id, @Valid @NotNull ChosenClaimRequest request) {
        return ids.numberOf(id)
                .map(driver -> new ClaimOrder(
                        request.requestId(), new Wish.Chosen(driver), limits.ttl(request.ttl()), request.ttl()))
                .chain(claims::claim)
                .map(got -> got.stream().findFirst().orElseThrow(DriverNotAvailable::new))
                .map(assignment -> ClaimView.asClaimed(assignment, id));
    }

    @GET
    @RolesAllowed("read")
    @Operation(operationId = "getClaimOfDriver", summary = "Who has a driver at the moment")
    public Uni<ClaimView> get(String id) {
        return ids.numberOf(id)
                .chain(claims::ofDriver)
                .map(found ->
                        ClaimView.of(found.orElseThrow(ClaimNotFound::new), id).withoutToken());
    }
}
