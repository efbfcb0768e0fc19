package dev.hotstate.kit.backends;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.process.OtherJvm;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.redis.RespClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendsIT {

    private static final AclDeclaration MONITOR = AclDeclaration.of("monitor", "get", "set");
    private static final List<String> BASE = List.of("ping");

    @TempDir
    Path folder;

    @TempDir
    Path outside;

    @Test
    void a_service_gets_in_everywhere_with_what_it_is_told() throws Exception {
        try (var backends = LocalBackends.start(spec())) {
            var access = backends.access().admit(MONITOR, BASE, "test");

            assertThat(access.configuration())
                    .containsEntry("hotstate.env", "test")
                    .containsEntry("hotstate.redis.vitals.username", "vitals")
                    .containsEntry("quarkus.datasource.username", "monitor");
            assertThat(access.environment()).containsKeys("QUARKUS_REDIS_HOSTS", "QUARKUS_DATASOURCE_REACTIVE_URL");
            assertThat(pings(access)).containsExactly("PONG", "PONG", "PONG");
            assertThat(schemaOf(access, backends.postgres().admin())).isEqualTo("monitor");
        }
    }

    @Test
    void a_library_under_test_may_send_what_a_service_could_declare_on_its_own_keys() {
        try (var backends = LocalBackends.start(spec())) {
            var hosts = backends.access()
                    .admitLibrary("kit", List.of("cluster|slots"), "test")
                    .configuration()
                    .get("quarkus.redis.hosts");

            assertThat(refusal(hosts, "HSET", "test:kit:a", "field", "value")).doesNotContain("NOPERM");
            assertThat(refusal(hosts, "CLUSTER", "SLOTS")).isEmpty();
            assertThat(refusal(hosts, "HSET", "test:monitor:a", "field", "value"))
                    .contains("NOPERM");
            assertThat(refusal(hosts, "FLUSHALL")).contains("NOPERM");
        }
    }

    @Test
    void another_process_may_attach_by_the_description_which_is_for_the_owner_alone() throws Exception {
        try (var backends = LocalBackends.start(spec())) {
            var admitted = backends.access().admit(MONITOR, BASE, "dev");

            var attached = Backends.in(folder);

            assertThat(attached.areRunning()).isTrue();
            assertThat(attached.admit(MONITOR, BASE, "test").configuration().get("quarkus.redis.hosts"))
                    .isEqualTo(admitted.configuration().get("quarkus.redis.hosts"));
            assertThat(backends.redis().nodes().get(0).call("ACL", "LIST"))
                    .contains("~dev:monitor:*", "~test:monitor:*");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(Backends.FILE))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void passwords_and_addresses_survive_a_restart() {
        ServiceAccess before;
        try (var backends = LocalBackends.start(spec())) {
            before = backends.access().admit(MONITOR, BASE, "local");
        }
        assertThat(Backends.in(folder).areRunning()).isFalse();

        try (var backends = LocalBackends.begin(spec())) {
            assertThat(backends.access().admit(MONITOR, BASE, "local")).isEqualTo(before);
            assertThat(pings(before)).hasSize(3);
            backends.awaitReady();
            var hosts = before.configuration().get("quarkus.redis.hosts");
            assertThat(refusal(hosts, "SET", "local:monitor:a", "1")).doesNotContain("CLUSTERDOWN");
        }
    }

    @Test
    void if_one_backend_cannot_start_the_other_one_is_stopped_again() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> LocalBackends.start(spec().postgresPort(taken.getLocalPort())))
                    .isInstanceOf(BackendFailure.class)
                    .hasMessageStartingWith("Port " + taken.getLocalPort() + ", which Postgres needs, is in use");
        }
        // The shell that watches over a child ends a moment after the child.
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(serversBelow(folder)).isEmpty());
    }

    @Test
    void shared_backends_outlive_who_started_them_and_die_with_their_owner() {
        var owner = ChildProcess.start(ChildCommand.of("owner", outside, List.of("sleep", "600")));
        var first = startUser("first", owner);
        long port = OtherJvm.awaitNumber(first);
        first.kill();
        var second = startUser("second", owner);
        assertThat(OtherJvm.awaitNumber(second)).as("the second one attaches").isEqualTo(port);
        assertThat(serversBelow(folder)).isNotEmpty();

        owner.kill();

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(serversBelow(folder)).isEmpty());
        second.kill();
    }

    @Test
    void the_tests_of_a_maven_run_know_their_maven() {
        // Surefire and failsafe name the folder they were started in; an IDE does not.
        var underMaven =
                System.getProperty("basedir") != null && System.getProperty("surefire.real.class.path") != null;

        assertThat(MavenRun.current().isPresent()).isEqualTo(underMaven);
    }

    /** Uses shared backends of a given owner, says where they are and waits to be killed. */
    static final class BackendsUser {
        public static void main(String[] arguments) throws Exception {
            var owner = ProcessHandle.of(Long.parseLong(arguments[1])).orElseThrow();
            var backends = SharedBackends.attachOrStart(Path.of(arguments[0]), owner, false);
            System.out.println(backends.postgres().port());
            new CountDownLatch(1).await();
        }
    }

    private LocalBackendsSpec spec() {
        return LocalBackendsSpec.in(folder).durable(false);
    }

    private ChildProcess startUser(String name, ChildProcess owner) {
        return OtherJvm.start(name, outside, BackendsUser.class, folder.toString(), Long.toString(owner.pid()));
    }

    /** Every redis-server and postgres that works in the folder, helpers of Postgres included. */
    private static List<Long> serversBelow(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> workingFolder(process).startsWith(folder))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static Path workingFolder(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"));
        } catch (IOException gone) {
            return Path.of("/");
        }
    }

    private static List<String> pings(ServiceAccess access) {
        return Stream.of(access.configuration().get("quarkus.redis.hosts").split(","))
                .map(url -> call(url, "PING"))
                .toList();
    }

    /** What the first node says against the command; empty if it does it. */
    private static String refusal(String hosts, String... words) {
        try {
            call(hosts.split(",")[0], words);
            return "";
        } catch (RedisRefusal refusal) {
            return refusal.getMessage();
        }
    }

    private static String call(String url, String... words) {
        var uri = URI.create(url);
        var login = uri.getUserInfo().split(":");
        try (var client = RespClient.connect(uri.getHost(), uri.getPort())) {
            return client.login(login[0], login[1]).text(words);
        }
    }

    private static String schemaOf(ServiceAccess access, PostgresAdmin admin) throws SQLException {
        var keys = access.configuration();
        var login = new PostgresAdmin(
                admin.port(), keys.get("quarkus.datasource.username"), keys.get("quarkus.datasource.password"));
        try (var connection = login.connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT current_schema()")) {
            result.next();
            return result.getString(1);
        }
    }
}
