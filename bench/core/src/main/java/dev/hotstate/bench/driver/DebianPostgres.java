package dev.hotstate.bench.driver;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL 15 with PostGIS as Debian ships it ({@code postgresql-15-postgis-3}): ours has no extensions. */
record DebianPostgres(ChildProcess process, int port) {

    static final String PACKAGE = "postgresql-15-postgis-3";

    private static final Path FOLDER = Path.of("/usr/lib/postgresql/15");
    private static final Path EXTENSION = FOLDER.resolve("lib/postgis-3.so");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Empty where it is not installed. */
    static Optional<DebianPostgres> start(BenchScope scope) throws IOException {
        if (!Files.exists(EXTENSION)) {
            return Optional.empty();
        }
        var data = Files.createDirectories(scope.folder().resolve("postgis"));
        var made = Programs.run(
                command("initdb", "-D", data.toString(), "-U", "bench", "--auth=trust", "--locale=C.UTF-8"), Map.of());
        if (made.exitCode() != 0) {
            throw new IOException("initdb of PostgreSQL 15: " + made.output());
        }
        int port = FreePorts.one();
        var words =
                command("postgres", "-D", data.toString(), "-p", Integer.toString(port), "-k", "", "-h", "127.0.0.1");
        var process = scope.own(ChildProcess.start(
                ChildCommand.of("postgis", scope.folder(), words).stopSignal("INT")));
        var postgres = new DebianPostgres(process, port);
        Patience.await("PostgreSQL 15", PATIENCE, postgres::objection);
        return Optional.of(postgres);
    }

    long pid() {
        return process.pid();
    }

    /** {@code 3.3.2 on PostgreSQL 15.6} */
    String version() throws IOException {
        try (var connection = connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery("""
                        select default_version || ' on PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)
                        from pg_available_extensions where name = 'postgis'""")) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IOException("PostGIS does not say its version", e);
        }
    }

    /** The caller closes it. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:%d/postgres?user=bench".formatted(port));
    }

    private Optional<String> objection() {
        if (!process.isAlive()) {
            throw process.unexpectedEnd();
        }
        try (var connection = connect()) {
            return Optional.empty();
        } catch (SQLException notYet) {
            return Optional.of(notYet.toString());
        }
    }

    /** Postgres refuses to run as root. */
    private static List<String> command(String program, String... arguments) {
        var words = new ArrayList<String>();
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(List.of("unshare", "-U"));
        }
        words.add(FOLDER.resolve("bin").resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }
}
