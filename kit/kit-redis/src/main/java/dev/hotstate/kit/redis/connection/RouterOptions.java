package dev.hotstate.kit.redis.connection;

import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SSLOptions;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a router needs to know, free of any configuration framework.
 *
 * @param seeds nodes to ask for the slot map first
 * @param credentials the ACL user
 * @param net TCP and TLS settings of every connection
 * @param certificates what TLS trusts and shows; asked anew for every connection, so that renewed files are picked up
 * @param clientName shown in CLIENT LIST
 * @param connectionsMax pinned connections over all masters together; each master has at least one
 * @param deadline of a command that names none
 * @param inFlightMax commands that one connection may carry before it refuses more
 * @param tracer told of every command
 */
public record RouterOptions(
        List<NodeAddress> seeds,
        Credentials.Source credentials,
        NetClientOptions net,
        Supplier<SSLOptions> certificates,
        String clientName,
        int connectionsMax,
        Duration deadline,
        int inFlightMax,
        CommandTracer tracer) {

    public static final Duration DEADLINE = Duration.ofMillis(400);

    public RouterOptions {
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("At least one seed node is needed");
        }
        seeds = List.copyOf(seeds);
    }

    /** Plain TCP with the defaults, for tests and tools. */
    public static RouterOptions of(List<NodeAddress> seeds, Credentials credentials) {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout(500)
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true);
        return new RouterOptions(
                seeds, () -> credentials, net, net::getSslOptions, "hotstate", 12, DEADLINE, 1024, CommandTracer.NONE);
    }

    public RouterOptions withDeadline(Duration deadline) {
        return new RouterOptions(
                seeds, credentials, net, certificates, clientName, connectionsMax, deadline, inFlightMax, tracer);
    }

    public RouterOptions withCredentials(Credentials.Source credentials) {
        return new RouterOptions(
                seeds, credentials, net, certificates, clientName, connectionsMax, deadline, inFlightMax, tracer);
    }

    public RouterOptions withConnectionsMax(int connectionsMax) {
        return new RouterOptions(
                seeds, credentials, net, certificates, clientName, connectionsMax, deadline, inFlightMax, tracer);
    }

    public RouterOptions withInFlightMax(int inFlightMax) {
        return new RouterOptions(
                seeds, credentials, net, certificates, clientName, connectionsMax, deadline, inFlightMax, tracer);
    }

    public RouterOptions withTracer(CommandTracer tracer) {
        return new RouterOptions(
                seeds, credentials, net, certificates, clientName, connectionsMax, deadline, inFlightMax, tracer);
    }
}
