package dev.hotstate.monitor.specimen;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** Says it. What has neither body nor answer need not. */
@Path("/good")
class GoodHabitsResource {

    record Order(String text) {}

    @POST
    @Consumes("application/json")
    @Produces("application/json")
    String create(Order order) {
        return order.text();
    }

    @POST
    @Path("/{id}/pause")
    void pause(String id) {}

    @DELETE
    void delete() {}
}
