package dev.hotstate.kit.backends.redis;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.acl.AclUser;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Secrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisClusterIT {

    private static final AclUser MONITOR = AclUser.service(
            AclDeclaration.of("monitor", "eval", "get", "set"),
            List.of("ping"),
            List.of("test"),
            Secrets.sha256("secret"));

    @TempDir
    Path folder;

    private RedisCluster cluster;

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void every_node_of_a_new_cluster_calls_it_ok() {
        start(RedisClusterSpec.in(folder));

        assertThat(cluster.nodes()).hasSize(3).allSatisfy(node -> {
            assertThat(node.call("CLUSTER", "INFO"))
                    .contains("cluster_state:ok", "cluster_size:3", "cluster_slots_ok:16384");
            assertThat(node.call("CONFIG", "GET", "maxmemory-policy")).contains("noeviction");
            assertThat(node.call("CONFIG", "GET", "appendonly")).contains("yes");
        });
    }

    @Test
    void a_replica_takes_over_when_its_master_is_killed_and_follows_when_that_one_returns() {
        start(RedisClusterSpec.in(folder).replicas(1).nodeTimeout(ofSeconds(1)));
        var master = cluster.nodes().get(0);
        var replica = cluster.nodes().get(3);

        master.kill();
        await().atMost(ofSeconds(60)).until(replica::isMaster);
        master.restart();
        cluster.awaitReady();

        assertThat(master.isMaster()).isFalse();
    }

    @Test
    void data_users_and_ports_survive_a_restart_on_the_same_folder() {
        start(RedisClusterSpec.in(folder).users(List.of(MONITOR)));
        var ports = cluster.nodes().stream().map(RedisNode::port).toList();
        var owner = ownerOf("test:monitor:status:a");
        asMonitor(owner, "SET", "test:monitor:status:a", "up");
        cluster.close();

        start(RedisClusterSpec.in(folder).users(List.of(MONITOR)));

        assertThat(cluster.nodes().stream().map(RedisNode::port)).isEqualTo(ports);
        assertThat(asMonitor(ownerOf("test:monitor:status:a"), "GET", "test:monitor:status:a"))
                .isEqualTo("up");
    }

    /** Redis writes down what a script wrote as a transaction, and replays it as the user {@code default}. */
    @Test
    void what_scripts_wrote_survives_a_kill() throws IOException {
        start(RedisClusterSpec.in(folder).users(List.of(MONITOR)));
        var first = "test:monitor:{tag}:first";
        var owner = ownerOf(first);
        var script = "redis.call('SET', KEYS[1], 'one') return redis.call('SET', KEYS[2], 'two')";
        asMonitor(owner, "EVAL", script, "2", first, "test:monitor:{tag}:second");

        owner.kill();
        owner.restart();
        cluster.awaitReady();

        assertThat(asMonitor(owner, "GET", first)).isEqualTo("one");
        assertThat(asMonitor(owner, "GET", "test:monitor:{tag}:second")).isEqualTo("two");
        assertThat(owner.folder().resolve("redis-" + owner.port() + ".log"))
                .content()
                .contains("DB loaded from append only file")
                .doesNotContain("AOF-loading-client");
    }

    @Test
    void nobody_gets_in_without_a_name() {
        start(RedisClusterSpec.in(folder));
        var node = cluster.nodes().get(0);

        try (var client = RespClient.connect(RedisNode.HOST, node.port())) {
            assertThatThrownBy(() -> client.call("PING")).hasMessageContaining("NOAUTH");
            assertThatThrownBy(() -> client.login("admin", "wrong")).hasMessageContaining("WRONGPASS");
        }
    }

    @Test
    void a_user_added_later_works_on_every_node_and_after_their_restart() {
        start(RedisClusterSpec.in(folder));

        cluster.setUser(MONITOR);
        cluster.nodes().forEach(RedisNode::restart);

        assertThat(cluster.nodes())
                .allSatisfy(node -> assertThat(asMonitor(node, "PING")).isEqualTo("PONG"));
    }

    @Test
    void a_second_start_on_the_same_folder_is_refused_in_one_line() {
        start(RedisClusterSpec.in(folder));

        assertThatThrownBy(() -> RedisCluster.start(RedisClusterSpec.in(folder)))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining(
                        "in use by process " + ProcessHandle.current().pid());
    }

    @Test
    void a_port_in_use_is_named() throws IOException {
        int base = FreePorts.withBusPort(1).get(0);
        try (var taken = new ServerSocket(base + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(
                            () -> RedisCluster.start(RedisClusterSpec.in(folder).basePort(base)))
                    .isInstanceOf(BackendFailure.class)
                    .hasMessageContaining("Port " + taken.getLocalPort());
        }
    }

    @Test
    void what_holds_passwords_is_for_the_owner_alone() throws IOException {
        start(RedisClusterSpec.in(folder));

        assertThat(List.of("cluster.properties", "node-1/redis.conf", "node-1/users.acl"))
                .allSatisfy(file -> assertThat(
                                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file))))
                        .isEqualTo("rw-------"));
    }

    private void start(RedisClusterSpec spec) {
        cluster = RedisCluster.start(spec);
    }

    private RedisNode ownerOf(String key) {
        return cluster.nodes().stream()
                .filter(node -> {
                    try (var client = node.connect()) {
                        client.call("GET", key);
                        return true;
                    } catch (RedisRefusal moved) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow();
    }

    private static String asMonitor(RedisNode node, String... words) {
        try (var client = RespClient.connect(RedisNode.HOST, node.port())) {
            return client.login("monitor", "secret").text(words);
        }
    }
}
