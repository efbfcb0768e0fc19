package dev.hotstate.deploy.redis;

import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.deploy.Programs;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.redis.RedisBinary;
import dev.hotstate.kit.backends.redis.RespClient;
import dev.hotstate.kit.testing.requires.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code form-cluster.sh} on six nodes of this machine: whatever an earlier run has left, the cluster is whole after it. */
class FormClusterIT {

    private static final List<String> HOSTS =
            IntStream.range(11, 17).mapToObj(number -> "127.0.0." + number).toList();
    private static final int MASTERS = HOSTS.size() / 2;
    private static final String PASSWORD = "secret";

    @TempDir
    Path folder;

    private final List<ChildProcess> nodes = new ArrayList<>();
    private int port;

    @BeforeEach
    void start() throws IOException {
        Requires.command("redis-cli", "install Debian's package `redis-tools`");
        port = FreePorts.withBusPort(1).getFirst();
        for (var host : HOSTS) {
            var home = Files.createDirectory(folder.resolve(host));
            Files.writeString(home.resolve("redis.conf"), """
                    port %d
                    bind %s
                    user admin on >%s ~* &* +@all
                    cluster-enabled yes
                    cluster-node-timeout 2000
                    repl-diskless-sync-delay 0
                    save ""
                    """.formatted(port, host, PASSWORD));
            nodes.add(ChildProcess.start(ChildCommand.of(
                            host, home, List.of(RedisBinary.find().program().toString(), "redis.conf"))
                    .environment(Map.of("LC_ALL", "C"))));
        }
        for (var host : HOSTS) {
            await().atMost(ofSeconds(60))
                    .ignoreExceptionsInstanceOf(BackendFailure.class)
                    .until(() -> call(host, "PING").equals("PONG"));
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(ChildProcess::kill);
    }

    @Test
    void nodes_that_do_not_know_each_other_become_a_cluster_and_stay_as_they_are_when_it_runs_again() throws Exception {
        form();
        assertIsWhole();
        var before = roles();

        form();

        assertThat(roles()).isEqualTo(before);
    }

    @Test
    void slots_that_a_run_has_not_given_out_are_given_out_by_the_next() throws Exception {
        call(HOSTS.getFirst(), "CLUSTER", "SET-CONFIG-EPOCH", "1");
        call(HOSTS.getFirst(), "CLUSTER", "ADDSLOTSRANGE", "0", "5460");

        form();

        assertIsWhole();
    }

    @Test
    void nodes_that_a_run_has_not_made_replicas_are_made_such_by_the_next() throws Exception {
        form();
        call(HOSTS.getLast(), "CLUSTER", "RESET", "SOFT");

        form();

        assertIsWhole();
    }

    @Test
    void a_master_that_comes_back_without_its_data_follows_who_has_taken_its_place() throws Exception {
        form();
        var lost = HOSTS.getFirst();
        var heir = HOSTS.get(MASTERS);
        call(heir, "CLUSTER", "FAILOVER", "TAKEOVER");
        await().atMost(ofSeconds(60)).until(() -> role(lost).startsWith("slave"));
        call(lost, "CLUSTER", "RESET", "HARD");

        form();

        assertIsWhole();
        assertThat(role(lost)).isEqualTo("slave of " + call(heir, "CLUSTER", "MYID"));
    }

    private void form() throws Exception {
        var password = Files.writeString(folder.resolve("password"), PASSWORD);
        var command =
                new ArrayList<>(List.of("env", "PORT=" + port, "sh", "../redis/form-cluster.sh", password.toString()));
        command.addAll(HOSTS);
        Programs.run(command.toArray(String[]::new));
    }

    /** Every master that has slots has one replica. */
    private void assertIsWhole() {
        assertThat(call(HOSTS.getLast(), "CLUSTER", "INFO"))
                .contains("cluster_state:ok", "cluster_slots_assigned:16384", "cluster_size:" + MASTERS);
        var followers =
                roles().stream().filter(role -> role.startsWith("slave")).collect(groupingBy(role -> role, counting()));
        assertThat(followers)
                .hasSize(MASTERS)
                .allSatisfy((master, count) -> assertThat(count).isOne());
    }

    private List<String> roles() {
        return HOSTS.stream().map(this::role).toList();
    }

    /** As the node itself sees it: {@code slave of <id>}, or {@code master} with its slots. */
    private String role(String host) {
        var words = call(host, "CLUSTER", "NODES")
                .lines()
                .filter(line -> line.contains("myself"))
                .findFirst()
                .orElseThrow()
                .split(" ");
        return words[2].contains("slave")
                ? "slave of " + words[3]
                : "master" + List.of(words).subList(8, words.length);
    }

    private String call(String host, String... words) {
        try (var client = RespClient.connect(host, port)) {
            return client.login("admin", PASSWORD).text(words);
        }
    }
}
