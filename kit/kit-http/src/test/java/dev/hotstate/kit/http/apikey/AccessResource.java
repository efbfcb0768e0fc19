package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.caller.Caller;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** One endpoint per kind of protection. */
@Path("/access")
public class AccessResource {

    private final Caller caller;

    AccessResource(Caller caller) {
        this.caller = caller;
    }

    @GET
    @Path("/read")
    @RolesAllowed("read")
    public String read() {
        return caller.actor();
    }

    @POST
    @Path("/write")
    @RolesAllowed("write")
    public String write() {
        return caller.actor();
    }

    @GET
    @Path("/admin")
    @RolesAllowed("admin")
    public String admin() {
        return caller.actor();
    }

    @GET
    @Path("/worker")
    @RolesAllowed("worker")
    public String worker() {
        return caller.actor();
    }

    @POST
    @Path("/drivers/{id}")
    @RolesAllowed({"write", "driver"})
    public String driver(String id) {
        caller.requireOwn("driver", id);
        return id;
    }

    /** Somebody forgot to say who may. */
    @GET
    @Path("/forgotten")
    public String forgotten() {
        return "secret";
    }
}
