package dev.hotstate.bench.app;

import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestQuery;

/** One script the way a service runs it. */
@Path("/script")
public class ScriptResource {

    private final Scripts scripts;
    private final KeySpace keys;

    ScriptResource(Scripts scripts, KeySpace keys) {
        this.scripts = scripts;
        this.keys = keys;
    }

    @GET
    public Uni<Long> increment(@RestQuery int n) {
        var key = keys.key("script", Integer.toString(n));
        return scripts.run(IncrementCounter.SCRIPT, key)
                .args(IncrementCounter.TTL_MS)
                .map(reply -> reply.integer(0));
    }
}
