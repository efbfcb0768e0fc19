package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.testing.fault.FaultProxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Puts a proxy before every node. Clients learn addresses from the cluster, so each node has to announce its proxy. Its bus
 * port stays its own, and the setting is written to its configuration, for restarts.
 */
final class AnnouncedProxies {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private AnnouncedProxies() {}

    static FaultProxy before(List<RedisNode> nodes, ClusterTopology topology) {
        var proxy = FaultProxy.to(nodes.stream().map(AnnouncedProxies::direct).toList());
        for (var node : nodes) {
            var busPort = Integer.toString(node.port() + FreePorts.BUS_OFFSET);
            node.call("CONFIG", "SET", "cluster-announce-bus-port", busPort);
            var port = Integer.toString(proxy.route(direct(node)).port());
            node.call("CONFIG", "SET", "cluster-announce-port", port);
            node.call("CONFIG", "REWRITE");
        }
        var announced = proxy.routes().stream()
                .map(route -> RedisNode.HOST + ":" + route.port())
                .collect(Collectors.toSet());
        Patience.await(
                "announced proxies",
                PATIENCE,
                () -> nodes.stream()
                        .flatMap(node -> topology.seenBy(node).stream())
                        .flatMap(view -> view.members().stream())
                        .filter(member -> !announced.contains(member.address()))
                        .findFirst()
                        .map(member -> "a node sees " + member.address()));
        return proxy;
    }

    /** Where the node itself listens. */
    static InetSocketAddress direct(RedisNode node) {
        return new InetSocketAddress(RedisNode.HOST, node.port());
    }
}
