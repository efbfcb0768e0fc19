package dev.hotstate.deploy.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the services and the operations guide rely on in {@code redis.conf}; that a node takes the file is shown by {@code TlsIT}. */
class NodeConfigurationTest {

    @Test
    void nothing_is_evicted_and_a_restart_loses_a_second_at_most() throws IOException {
        assertThat(directives())
                .containsEntry("maxmemory-policy", "noeviction")
                .containsKey("maxmemory")
                .containsEntry("appendonly", "yes")
                .containsEntry("appendfsync", "everysec");
    }

    @Test
    void one_lost_shard_leaves_the_others_and_a_dead_master_is_replaced_soon() throws IOException {
        assertThat(directives())
                .containsEntry("cluster-enabled", "yes")
                .containsEntry("cluster-require-full-coverage", "no")
                .containsEntry("cluster-node-timeout", "5000")
                .containsKeys("min-replicas-to-write", "min-replicas-max-lag");
    }

    @Test
    void clients_are_sent_to_names_and_let_in_by_the_list_of_users() throws IOException {
        assertThat(directives())
                .containsEntry("cluster-preferred-endpoint-type", "hostname")
                .containsEntry("aclfile", "/etc/redis/secret/users.acl")
                .doesNotContainKeys("requirepass", "masterauth");
    }

    private static Map<String, String> directives() throws IOException {
        try (var lines = Files.lines(Path.of("../redis/redis.conf"))) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toMap(words -> words[0], words -> words[1]));
        }
    }
}
