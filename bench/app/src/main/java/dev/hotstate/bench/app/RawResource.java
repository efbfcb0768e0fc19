package dev.hotstate.bench.app;

import dev.hotstate.kit.redis.key.HashSlot;
import dev.hotstate.kit.redis.key.KeySpace;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.function.Supplier;
import org.jboss.resteasy.reactive.RestQuery;

/** The reference: {@link RawConnections}, used as sparingly as we know how. */
@Path("/raw")
public class RawResource {

    private final RawConnections connections;
    private final String prefix;
    private final String scriptPrefix;

    RawResource(RawConnections connections, KeySpace keys) {
        this.connections = connections;
        prefix = keys.prefix() + "raw:";
        scriptPrefix = keys.prefix() + "rawscript:";
    }

    void connect(@Observes StartupEvent start) {
        connections.open();
    }

    @GET
    public Uni<Long> increment(@RestQuery int n) {
        var key = prefix + n;
        var connection = connections.to(HashSlot.of(key));
        return uni(() -> connection.send(Request.cmd(Command.INCR).arg(key)).map(Response::toLong));
    }

    @GET
    @Path("/script")
    public Uni<Long> script(@RestQuery int n) {
        var key = scriptPrefix + n;
        var connection = connections.to(HashSlot.of(key));
        return uni(() -> connection
                .send(script(Command.EVALSHA, IncrementCounter.SCRIPT.sha1(), key))
                .recover(unknown -> connection.send(script(Command.EVAL, IncrementCounter.SCRIPT.text(), key)))
                .map(reply -> reply.get(1).toLong()));
    }

    private static Request script(Command command, String scriptOrSha, String key) {
        return Request.cmd(command).arg(scriptOrSha).arg(1).arg(key).arg(IncrementCounter.TTL_MS);
    }

    private static Uni<Long> uni(Supplier<Future<Long>> send) {
        return Uni.createFrom()
                .emitter(emitter -> send.get().onSuccess(emitter::complete).onFailure(emitter::fail));
    }
}
