package dev.hotstate.monitor.specimen;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** Leaves it to the client to say what it sends and gets. */
@Path("/bad")
class BadHabitsResource {

    record Order(String text) {}

    @POST
    String create(Order order) {
        return order.text();
    }
}
