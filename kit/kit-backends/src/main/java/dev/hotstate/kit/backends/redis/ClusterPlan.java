package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.acl.AclFile;
import dev.hotstate.kit.backends.acl.AclUser;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.PrivateFiles;
import dev.hotstate.kit.backends.host.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A cluster on paper: its ports, its logins, and the files that each node starts with. {@link RedisCluster} makes processes
 * of it; somebody else may make containers.
 */
public final class ClusterPlan {

    public static final String CONFIG = "redis.conf";

    private static final String USERS = "users.acl";

    private final RedisClusterSpec spec;
    private final ClusterLogin login;
    private final List<Integer> ports;

    ClusterPlan(RedisClusterSpec spec, ClusterLogin login, List<Integer> ports) {
        this.spec = spec;
        this.login = login;
        this.ports = List.copyOf(ports);
    }

    /** On free ports, with new passwords. */
    public static ClusterPlan onFreePorts(RedisClusterSpec spec) {
        return new ClusterPlan(spec, ClusterLogin.random(), FreePorts.withBusPort(spec.nodes()));
    }

    public List<Integer> ports() {
        return ports;
    }

    public RedisAdmin admin() {
        return new RedisAdmin(ports, login.adminUser(), login.adminPassword());
    }

    /** Name and text of the files in the folder of one node; they hold passwords. */
    public Map<String, String> files(int port) {
        return Map.of(CONFIG, config(port), USERS, users().text());
    }

    RedisClusterSpec spec() {
        return spec;
    }

    ClusterLogin login() {
        return login;
    }

    void write(int port, Path folder) {
        files(port).forEach((name, text) -> PrivateFiles.write(folder.resolve(name), text));
    }

    private AclFile users() {
        List<AclUser> users = new ArrayList<>();
        users.add(AclUser.admin(login.adminUser(), Secrets.sha256(login.adminPassword())));
        users.add(AclUser.replication(login.replicationUser(), Secrets.sha256(login.replicationPassword())));
        users.addAll(spec.users());
        return new AclFile(users);
    }

    private String config(int port) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("port", Integer.toString(port));
        lines.put("bind", RedisNode.HOST);
        lines.put("cluster-announce-ip", RedisNode.HOST);
        lines.put("aclfile", USERS);
        lines.put("cluster-enabled", "yes");
        lines.put("cluster-config-file", "nodes.conf");
        lines.put("cluster-node-timeout", Long.toString(spec.nodeTimeout().toMillis()));
        // One lost shard must not silence the others.
        lines.put("cluster-require-full-coverage", "no");
        lines.put("cluster-allow-reads-when-down", "no");
        lines.put("appendonly", "yes");
        lines.put("appendfsync", "everysec");
        lines.put("save", "\"\"");
        lines.put("maxmemory", Long.toString(spec.maxMemoryBytes()));
        lines.put("maxmemory-policy", "noeviction");
        lines.put("masteruser", login.replicationUser());
        lines.put("masterauth", login.replicationPassword());
        // By default a master waits 5 s for more replicas before it feeds the first, and 10 s for them before it ends.
        lines.put("repl-diskless-sync-delay", "0");
        lines.put("shutdown-timeout", "0");
        lines.putAll(spec.config());
        return lines.entrySet().stream()
                .map(line -> line.getKey() + " " + line.getValue())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
