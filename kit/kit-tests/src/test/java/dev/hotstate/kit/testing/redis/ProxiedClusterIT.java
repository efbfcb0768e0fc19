package dev.hotstate.kit.testing.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RespClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProxiedClusterIT {

    private static final String KEY = "test:probe:counter:a";

    @RegisterExtension
    static final RedisClusterExtension redis = RedisClusterHarness.plan()
            .user("probe", "get", "incr", "cluster|slots")
            .throughProxies()
            .perClass();

    @Test
    void clients_are_told_the_addresses_of_the_proxies(RedisClusterHarness cluster) {
        var node = cluster.nodes().getFirst();
        try (var client = connect(cluster, node)) {
            var slots = client.text("CLUSTER", "SLOTS");

            assertThat(cluster.nodes())
                    .allSatisfy(each -> assertThat(slots)
                            .contains(", " + cluster.address(each).getPort() + ", ")
                            .doesNotContain(", " + each.port() + ", "));
        }
        assertThat(cluster.hosts("probe")).contains(":" + cluster.address(node).getPort());
    }

    @Test
    void a_redirection_leads_through_the_proxy(RedisClusterHarness cluster) {
        var other = cluster.otherMaster(HashSlot.of(KEY));
        try (var client = connect(cluster, other)) {
            assertThatThrownBy(() -> client.call("INCR", KEY))
                    .hasMessage("MOVED " + HashSlot.of(KEY) + " 127.0.0.1:"
                            + cluster.address(cluster.masterOf(KEY)).getPort());
        }
    }

    @Test
    void a_swallowed_node_is_silent_for_clients_and_well_for_the_cluster(RedisClusterHarness cluster) {
        var master = cluster.masterOf(KEY);
        try (var client = connect(cluster, master, Duration.ofSeconds(2))) {
            cluster.route(master).blackhole();

            assertThatThrownBy(() -> client.call("INCR", KEY)).isInstanceOf(BackendFailure.class);
            assertThat(master.call("GET", KEY)).isEqualTo("null");
            assertThat(cluster.masterOf(KEY)).isSameAs(master);
        }

        cluster.heal();
        try (var client = connect(cluster, master)) {
            assertThat(client.number("INCR", KEY)).isEqualTo(1);
        }
    }

    @Test
    void proxies_stay_announced_when_a_node_restarts(RedisClusterHarness cluster) {
        var old = cluster.masterOf(KEY);
        cluster.killAndAwaitPromotion(old);
        old.restart();
        cluster.awaitHealthy();

        // A replica is listed only from its first replication ping on.
        try (var client = connect(cluster, cluster.masterOf(KEY))) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(client.text("CLUSTER", "SLOTS"))
                            .contains(", " + cluster.address(old).getPort() + ", "));
        }
    }

    private static RespClient connect(RedisClusterHarness cluster, RedisNode node) {
        return connect(cluster, node, Duration.ofSeconds(20));
    }

    private static RespClient connect(RedisClusterHarness cluster, RedisNode node, Duration patience) {
        var address = cluster.address(node);
        return RespClient.connect(address.getHostString(), address.getPort(), patience)
                .login("probe", cluster.password("probe"));
    }
}
