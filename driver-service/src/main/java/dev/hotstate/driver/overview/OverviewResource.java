package dev.hotstate.driver.overview;

import dev.hotstate.driver.fallback.RebuildLog;
import dev.hotstate.driver.overview.OverviewView.LastRebuildView;
import dev.hotstate.driver.overview.OverviewView.RebuildView;
import dev.hotstate.driver.overview.OverviewView.SearchView;
import dev.hotstate.driver.search.ServingSource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/overview")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Search")
public class OverviewResource {

    private final ServingSource serving;
    private final RebuildLog rebuilds;

    OverviewResource(ServingSource serving, RebuildLog rebuilds) {
        this.serving = serving;
        this.rebuilds = rebuilds;
    }

    @GET
    @Operation(
            operationId = "getOverview",
            summary = "Whether Redis or Postgres answers searches, and what Redis has lost",
            description = "As this instance sees it.")
    public OverviewView get() {
        var served = serving.served();
        var last = rebuilds.last();
        return new OverviewView(
                new SearchView(served.source(), served.since()),
                new RebuildView(
                        rebuilds.missing(),
                        last == null
                                ? null
                                : new LastRebuildView(
                                        last.at(),
                                        last.ranges(),
                                        last.drivers(),
                                        last.took().toMillis())));
    }
}
