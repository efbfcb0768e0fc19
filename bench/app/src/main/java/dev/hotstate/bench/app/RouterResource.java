package dev.hotstate.bench.app;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.KeySpace;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.resteasy.reactive.RestQuery;

/** One command the way a service sends it: key grammar, router, breaker, deadline, metrics. */
@Path("/router")
public class RouterResource {

    private final RedisRouter router;
    private final KeySpace keys;

    RouterResource(RedisRouter router, KeySpace keys) {
        this.router = router;
        this.keys = keys;
    }

    @GET
    public Uni<Long> increment(@RestQuery int n) {
        var key = keys.key("router", Integer.toString(n));
        return router.send(Command.of("INCR").key(key)).map(Reply::integer);
    }
}
