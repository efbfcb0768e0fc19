package dev.hotstate.kit.backends.postgres;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresIT {

    @TempDir
    Path folder;

    private Postgres postgres;

    @AfterEach
    void stop() {
        if (postgres != null) {
            postgres.close();
        }
    }

    @Test
    void a_service_owns_its_schema_and_reaches_no_other() throws Exception {
        start();
        postgres.admin().addService("monitor", "one");
        postgres.admin().addService("driver", "two");

        query("driver", "two", "CREATE TABLE secret (name text)");

        assertThat(query("monitor", "one", "SELECT current_schema()")).isEqualTo("monitor");
        assertThatThrownBy(() -> query("monitor", "one", "SELECT name FROM driver.secret"))
                .hasMessageContaining("permission denied for schema driver");
        assertThatThrownBy(() -> query("monitor", "one", "CREATE TABLE public.t (id int)"))
                .hasMessageContaining("permission denied");
    }

    @Test
    void it_is_version_18_and_orders_text_alike_everywhere() throws Exception {
        start();

        assertThat(query("SHOW server_version")).startsWith("18.");
        assertThat(query("SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'hotstate'"))
                .isEqualTo("b C.UTF-8");
    }

    @Test
    void data_and_port_survive_a_restart_on_the_same_folder_even_after_a_kill() throws Exception {
        start();
        int port = postgres.admin().port();
        query("CREATE TABLE kept (name text)");
        query("INSERT INTO kept VALUES ('here')");
        postgres.process().kill();
        await().atMost(ofSeconds(30)).until(() -> FreePorts.isFree(port));
        postgres.close();

        start();

        assertThat(postgres.admin().port()).isEqualTo(port);
        assertThat(query("SELECT name FROM kept")).isEqualTo("here");
    }

    @Test
    void closing_does_not_wait_for_clients() throws Exception {
        start();
        try (var client = postgres.admin().connect()) {
            long before = System.nanoTime();

            postgres.close();

            assertThat(System.nanoTime() - before).isLessThan(ofSeconds(9).toNanos());
            assertThat(postgres.process().onExit().get()).isZero();
        }
    }

    @Test
    void a_killed_server_leaves_no_helper_process() {
        start();
        var helpers = ProcessHandle.of(postgres.process().pid())
                .orElseThrow()
                .children()
                .toList();

        postgres.process().kill();

        assertThat(helpers).isNotEmpty();
        await().atMost(ofSeconds(30)).until(() -> helpers.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void a_second_start_on_the_same_folder_is_refused_in_one_line() {
        start();

        assertThatThrownBy(() -> Postgres.start(PostgresSpec.in(folder)))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining(
                        "in use by process " + ProcessHandle.current().pid());
    }

    @Test
    void a_port_in_use_is_named() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Postgres.start(PostgresSpec.in(folder).port(taken.getLocalPort())))
                    .isInstanceOf(BackendFailure.class)
                    .hasMessageContaining("Port " + taken.getLocalPort());
        }
    }

    @Test
    void what_holds_passwords_is_for_the_owner_alone() throws Exception {
        start();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("postgres.properties"))))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("password")).doesNotExist();
    }

    @Test
    void root_may_run_it_as_nobody_where_namespaces_are_forbidden() throws Exception {
        assumeThat(System.getProperty("user.name"))
                .as("only root can become nobody")
                .isEqualTo("root");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var binary = PostgresBinary.unpackedTo(Files.createDirectory(folder.resolve("programs")));

        postgres = Postgres.start(PostgresSpec.in(folder).durable(false), OrdinaryUser.nobody(), binary);

        assertThat(query("SELECT 1")).isEqualTo("1");
    }

    @Test
    void nobody_before_a_closed_folder_is_told_which() throws Exception {
        assumeThat(System.getProperty("user.name"))
                .as("only root can become nobody")
                .isEqualTo("root");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));

        assertThatThrownBy(
                        () -> Postgres.start(PostgresSpec.in(folder), OrdinaryUser.nobody(), PostgresBinary.embedded()))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("as nobody it cannot reach " + folder);
    }

    private void start() {
        postgres = Postgres.start(PostgresSpec.in(folder).durable(false));
    }

    private String query(String sql) throws SQLException {
        return query(postgres.admin(), sql);
    }

    private String query(String user, String password, String sql) throws SQLException {
        return query(new PostgresAdmin(postgres.admin().port(), user, password), sql);
    }

    private static String query(PostgresAdmin login, String sql) throws SQLException {
        try (var connection = login.connect();
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            var result = statement.getResultSet();
            result.next();
            return result.getString(1);
        }
    }
}
