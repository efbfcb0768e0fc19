package dev.hotstate.bench.app;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestQuery;

/** The floor: what an endpoint costs that asks nobody. */
@Path("/bare")
public class BareResource {

    @GET
    public Uni<Long> answer(@RestQuery int n) {
        return Uni.createFrom().item((long) n);
    }
}
