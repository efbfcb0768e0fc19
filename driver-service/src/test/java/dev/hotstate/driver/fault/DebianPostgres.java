package dev.hotstate.driver.fault;

import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL 15 with PostGIS as Debian ships it: extensions for it can't be loaded into the one that our tests bring along. */
record DebianPostgres(ChildProcess process, PostgresAdmin admin) implements AutoCloseable {

    static final Path EXTENSION = Path.of("/usr/lib/postgresql/15/lib/postgis-3.so");

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql/15/bin");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static boolean isInstalled() {
        return Files.exists(EXTENSION);
    }

    static DebianPostgres start(Path folder) throws IOException, SQLException {
        var data = Files.createDirectories(folder.resolve("postgis"));
        var made = Programs.run(
                words("initdb", "-D", data.toString(), "-U", "postgres", "--auth=trust", "--locale=C.UTF-8"), Map.of());
        if (made.exitCode() != 0) {
            throw new IOException("initdb of PostgreSQL 15: " + made.output());
        }
        int port = FreePorts.one();
        var process = ChildProcess.start(ChildCommand.of(
                        "postgis",
                        folder,
                        words(
                                "postgres",
                                "-D",
                                data.toString(),
                                "-p",
                                Integer.toString(port),
                                "-k",
                                "",
                                "-h",
                                "127.0.0.1",
                                "-c",
                                "fsync=off"))
                .stopSignal("INT"));
        var admin = new PostgresAdmin(port, "postgres", "none");
        var postgres = new DebianPostgres(process, admin);
        Patience.await("PostgreSQL 15", PATIENCE, postgres::objection);
        return postgres;
    }

    private Optional<String> objection() {
        if (!process.isAlive()) {
            throw process.unexpectedEnd();
        }
        try {
            admin.createDatabase();
            return Optional.empty();
        } catch (SQLException notYet) {
            return Optional.of(notYet.toString());
        }
    }

    /** Postgres refuses to run as root. */
    private static List<String> words(String program, String... arguments) {
        var words = new ArrayList<String>();
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(List.of("unshare", "-U"));
        }
        words.add(PROGRAMS.resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }

    @Override
    public void close() {
        process.stop();
    }
}
