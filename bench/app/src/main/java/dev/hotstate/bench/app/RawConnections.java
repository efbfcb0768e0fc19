package dev.hotstate.bench.app;

import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.RouterOptions;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Standalone Vert.x connections, opened once: one to each master from every event loop, so that no command changes
 * threads. The node is picked by slot, and that is all: no deadline, no redirect, no reconnect. Nobody could run a
 * service on it, but it is the least that the library below kit-redis costs.
 */
@ApplicationScoped
class RawConnections {

    private final VertxInternal vertx;
    private final RouterOptions cluster;

    /** By the thread of an event loop; filled at start, only read afterwards. */
    private Map<Thread, List<ToMaster>> byThread = Map.of();

    private record ToMaster(int firstSlot, int lastSlot, RedisConnection connection) {}

    RawConnections(Vertx vertx, RouterOptions cluster) {
        this.vertx = (VertxInternal) vertx;
        this.cluster = cluster;
    }

    void open() {
        var opened = new HashMap<Thread, List<ToMaster>>();
        for (var executor : vertx.nettyEventLoopGroup()) {
            var loop = (EventLoop) executor;
            var connections = new ArrayList<ToMaster>();
            for (var master : cluster.seeds()) {
                connections.add(blocking(openOn(loop, master)));
            }
            opened.put(blocking(threadOf(loop)), connections);
        }
        byThread = Map.copyOf(opened);
    }

    /** The connection of the calling event loop to the master of the slot. */
    RedisConnection to(int slot) {
        for (var master : byThread.get(Thread.currentThread())) {
            if (slot >= master.firstSlot && slot <= master.lastSlot) {
                return master.connection;
            }
        }
        throw new IllegalStateException("No node serves slot " + slot);
    }

    private Future<ToMaster> openOn(EventLoop loop, NodeAddress master) {
        var context =
                vertx.createEventLoopContext(loop, null, Thread.currentThread().getContextClassLoader());
        Promise<ToMaster> opened = Promise.promise();
        context.runOnContext(onLoop -> Redis.createClient(vertx, new RedisOptions().setConnectionString(url(master)))
                .connect()
                .compose(connection -> connection
                        .send(Request.cmd(Command.CLUSTER).arg("SLOTS"))
                        .map(ranges -> toMaster(ranges, master.port(), connection)))
                .onComplete(opened));
        return opened.future();
    }

    private String url(NodeAddress node) {
        var login = cluster.credentials().current();
        return "redis://" + login.username() + ":" + login.password() + "@" + node;
    }

    private static ToMaster toMaster(Response ranges, int port, RedisConnection connection) {
        var own = ranges.stream()
                .filter(range -> range.get(2).get(1).toInteger() == port)
                .findFirst()
                .orElseThrow();
        return new ToMaster(own.get(0).toInteger(), own.get(1).toInteger(), connection);
    }

    private static Future<Thread> threadOf(EventLoop loop) {
        Promise<Thread> thread = Promise.promise();
        loop.execute(() -> thread.complete(Thread.currentThread()));
        return thread.future();
    }

    private static <T> T blocking(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
