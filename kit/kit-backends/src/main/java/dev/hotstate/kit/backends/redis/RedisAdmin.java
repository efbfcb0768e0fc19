package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.acl.AclUser;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Administrates all nodes of a cluster on this machine, whoever started it. */
public record RedisAdmin(List<Integer> ports, String user, String password) {

    public RedisAdmin {
        ports = List.copyOf(ports);
    }

    /** {@code redis://user:password@127.0.0.1:port,...} with every node, as quarkus.redis.hosts wants it. */
    public String hosts(String asUser, String itsPassword) {
        return ports.stream()
                .map(port -> "redis://" + asUser + ":" + itsPassword + "@" + RedisNode.HOST + ":" + port)
                .collect(Collectors.joining(","));
    }

    /** A connection to one node as administrator; the caller closes it. */
    public RespClient connect(int port) {
        var client = RespClient.connect(RedisNode.HOST, port);
        try {
            return client.login(user, password);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Creates the user, or replaces what it may do, on every node; also in the ACL file, so that restarts keep it. */
    public void setUser(AclUser acl) {
        var words = new ArrayList<>(List.of("ACL", "SETUSER", acl.name(), "reset"));
        words.addAll(acl.settings());
        for (int port : ports) {
            try (var client = connect(port)) {
                client.call(words.toArray(String[]::new));
                client.call("ACL", "SAVE");
            }
        }
    }

    /** Makes one cluster of nodes that answer but do not know each other yet; returns when each calls it ok. */
    public void formCluster(int masters) {
        try (var forming = new ClusterForming(this, () -> {})) {
            forming.form(masters);
        }
    }

    @Override
    public String toString() {
        return "RedisAdmin" + ports;
    }
}
