package dev.hotstate.driver.search;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/drivers/available")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Search")
public class SearchResource {

    private final AvailableDrivers available;
    private final QueryReader reader;

    SearchResource(AvailableDrivers available, QueryReader reader) {
        this.available = available;
        this.reader = reader;
    }

    @GET
    @Operation(
            operationId = "findAvailable",
            summary = "The nearest available drivers",
            description =
                    "Exactly the nearest of those who live and can be had, however many around them can't. With score the best"
                            + " of the nearest, best first.")
    public Uni<AvailableView> find(
            @BeanParam Where where,
            @Parameter(description = "1 to 500") @QueryParam("limit") @DefaultValue("50") int limit,
            @Parameter(description = "Tell what it took") @QueryParam("explain") @DefaultValue("false") boolean explain,
            @Parameter(description = "A name of driver.search.scores, or weights: distance:2,age:1,rating:1,idle:1")
                    @QueryParam("score")
                    @Nullable
                    String score) {
        var query = reader.read(where, limit);
        return reader.score(score)
                .map(policy -> available.best(query, policy, explain))
                .orElseGet(() -> available.find(query, explain));
    }
}
