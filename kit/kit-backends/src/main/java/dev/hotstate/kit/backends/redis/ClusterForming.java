package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.host.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes one cluster of answering nodes, with plain commands instead of redis-cli.
 *
 * <p>A master refuses to call the cluster ok in the first two seconds of its process (CLUSTER_WRITABLE_DELAY in
 * cluster.c), so nothing here can be faster than that; everything else happens meanwhile.
 */
final class ClusterForming implements AutoCloseable {

    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Integer> ports;
    private final Runnable requireAlive;
    private final List<RespClient> clients = new ArrayList<>();

    /** @param requireAlive throws if a node has died meanwhile, with the reason */
    ClusterForming(RedisAdmin admin, Runnable requireAlive) {
        this.ports = admin.ports();
        this.requireAlive = requireAlive;
        try {
            ports.forEach(port -> clients.add(admin.connect(port)));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The first {@code masters} nodes get the slots in even ranges, the others become their replicas in turn. */
    void form(int masters) {
        for (int i = 0; i < ports.size(); i++) {
            clients.get(i).call("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (int i = 0; i < masters; i++) {
            var first = Integer.toString(SLOTS * i / masters);
            var last = Integer.toString(SLOTS * (i + 1) / masters - 1);
            clients.get(i).call("CLUSTER", "ADDSLOTSRANGE", first, last);
        }
        meet();
        awaitEach("knowing all nodes", this::objectionToMeeting);
        for (int i = masters; i < ports.size(); i++) {
            clients.get(i).call("CLUSTER", "REPLICATE", clients.get(i % masters).text("CLUSTER", "MYID"));
        }
        awaitReady();
    }

    void awaitReady() {
        awaitEach("cluster_state:ok", this::objectionToState);
    }

    @Override
    public void close() {
        clients.forEach(RespClient::close);
    }

    /** Every node meets every other: gossip alone would take some seconds longer. */
    private void meet() {
        for (var client : clients) {
            for (int port : ports) {
                client.call("CLUSTER", "MEET", RedisNode.HOST, Integer.toString(port));
            }
        }
    }

    private Optional<String> objectionToMeeting(RespClient client) {
        long known = client.text("CLUSTER", "NODES")
                .lines()
                .filter(line -> !line.contains("handshake"))
                .count();
        return known == ports.size() ? Optional.empty() : Optional.of("knows " + known + " of " + ports.size());
    }

    private Optional<String> objectionToState(RespClient client) {
        var info = client.text("CLUSTER", "INFO");
        if (!info.contains("cluster_state:ok")) {
            return Optional.of("cluster_state:fail");
        }
        if (!info.contains("cluster_slots_ok:" + SLOTS)) {
            return Optional.of("not all slots are ok");
        }
        var link = client.field("master_link_status", "INFO", "replication");
        if (!link.isEmpty() && !link.equals("up")) {
            return Optional.of("master_link_status:" + link);
        }
        return objectionToPeers(client);
    }

    /** A node that has just come back is missing in CLUSTER SLOTS until the others stop calling it failed. */
    private static Optional<String> objectionToPeers(RespClient client) {
        return client.text("CLUSTER", "NODES")
                .lines()
                .map(line -> line.split(" "))
                .filter(node -> node[2].contains("fail") || !node[7].equals("connected"))
                .map(node -> "sees " + node[1] + " as " + node[2] + ", " + node[7])
                .findFirst();
    }

    private void awaitEach(String what, Function<RespClient, Optional<String>> objection) {
        for (int i = 0; i < ports.size(); i++) {
            var client = clients.get(i);
            Patience.await("Redis node " + RedisNode.HOST + ":" + ports.get(i) + " (" + what + ")", PATIENCE, () -> {
                requireAlive.run();
                return unlessLoading(client, objection);
            });
        }
    }

    /** A replica that takes over a whole data set answers nothing else meanwhile. */
    private static Optional<String> unlessLoading(RespClient client, Function<RespClient, Optional<String>> objection) {
        try {
            return objection.apply(client);
        } catch (RedisRefusal refusal) {
            if (refusal.code().equals("LOADING")) {
                return Optional.of(refusal.getMessage());
            }
            throw refusal;
        }
    }
}
