package dev.hotstate.kit.redis.connection;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Looks after nodes whose breaker is open: every half second a PING on a connection of its own. A node that answers, and
 * to which a lane is open again, gets its commands back without waiting for the half-open trial.
 */
final class BreakerProbe {

    private static final long PERIOD_MILLIS = 500;
    private static final long PATIENCE_NANOS = Duration.ofMillis(300).toNanos();
    private static final Command PING = Command.of("PING");

    private final Nodes nodes;
    private final EventLoop loop;
    private final Set<NodeAddress> underWay = new HashSet<>();
    private volatile boolean closed;

    BreakerProbe(Nodes nodes) {
        this.nodes = nodes;
        this.loop = nodes.home().nettyEventLoop();
    }

    void start() {
        loop.schedule(this::beat, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    void close() {
        closed = true;
    }

    private void beat() {
        if (!closed) {
            nodes.all().stream()
                    .filter(node -> node.guard().state() != NodeGuard.State.CLOSED)
                    .filter(node -> underWay.add(node.address()))
                    .forEach(this::probe);
            start();
        }
    }

    private void probe(Node node) {
        nodes.openAside(node.address())
                .onFailure(unreachable -> loop.execute(() -> underWay.remove(node.address())))
                .onSuccess(connection -> connection.send(new InternalCall(PING, PATIENCE_NANOS, (pong, failure) -> {
                    connection.close();
                    loop.execute(() -> underWay.remove(node.address()));
                    if (pong != null) {
                        answered(node);
                    }
                })));
    }

    private static void answered(Node node) {
        if (node.isReachable()) {
            node.guard().answered();
        } else {
            node.hurry();
        }
    }
}
