package dev.hotstate.kit.backends.postgres;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FolderLock;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.host.PrivateFiles;
import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.host.Secrets;
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
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A real PostgreSQL server as a child process, with the database {@code hotstate}.
 *
 * <p>The folder keeps everything: port and superuser password in {@code postgres.properties} (0600), the files of the server
 * in {@code data}. Started on the folder of an earlier one it comes back with its data and port.
 */
public final class Postgres implements AutoCloseable {

    private static final String FILE = "postgres.properties";
    private static final String ADMIN = "admin";
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    private static final Map<String, String> ENVIRONMENT = Map.of("LC_ALL", "C", "TZ", "UTC");

    private final PostgresSpec spec;
    private final PostgresBinary binary;
    private final OrdinaryUser user;
    private final FolderLock lock;
    private final PostgresAdmin admin;
    private volatile ChildProcess process;

    private Postgres(
            PostgresSpec spec, PostgresBinary binary, OrdinaryUser user, FolderLock lock, PostgresAdmin admin) {
        this.spec = spec;
        this.binary = binary;
        this.user = user;
        this.lock = lock;
        this.admin = admin;
        this.process = launch();
    }

    /** Returns when the server accepts connections. */
    public static Postgres start(PostgresSpec spec) {
        return start(spec, OrdinaryUser.current(), PostgresBinary.embedded());
    }

    static Postgres start(PostgresSpec spec, OrdinaryUser user, PostgresBinary binary) {
        var lock = FolderLock.take(spec.folder());
        try {
            return Files.exists(spec.folder().resolve(FILE))
                    ? restart(spec, binary, user, lock)
                    : create(spec, binary, user, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    public PostgresAdmin admin() {
        return admin;
    }

    public ChildProcess process() {
        return process;
    }

    /** Stops the server if it still runs, starts it again and returns when it accepts connections. */
    public void restart() {
        process.stop();
        process = launch();
        awaitConnections();
    }

    /** Stops the server in good order, open connections are closed; the folder stays and can be started again. */
    @Override
    public void close() {
        process.stop();
        lock.close();
    }

    private static Postgres restart(PostgresSpec spec, PostgresBinary binary, OrdinaryUser user, FolderLock lock) {
        var file = PrivateFiles.read(spec.folder().resolve(FILE));
        int port = Integer.parseInt(file.getProperty("port"));
        FreePorts.refuseInUse(port, "Postgres needs");
        forgetDeadServer(spec.folder().resolve("data"));
        var admin = new PostgresAdmin(port, ADMIN, file.getProperty("admin.password"));
        var postgres = new Postgres(spec, binary, user, lock, admin);
        postgres.orKill(postgres::awaitConnections);
        return postgres;
    }

    private static Postgres create(PostgresSpec spec, PostgresBinary binary, OrdinaryUser user, FolderLock lock) {
        if (spec.port() != 0) {
            FreePorts.refuseInUse(spec.port(), "Postgres needs");
        }
        var password = Secrets.random();
        initialise(spec, binary, user, password);
        return spec.port() == 0
                ? FreePorts.retryCollisions(() -> create(spec, binary, user, lock, FreePorts.one(), password))
                : create(spec, binary, user, lock, spec.port(), password);
    }

    private static Postgres create(
            PostgresSpec spec, PostgresBinary binary, OrdinaryUser user, FolderLock lock, int port, String password) {
        var postgres = new Postgres(spec, binary, user, lock, new PostgresAdmin(port, ADMIN, password));
        postgres.orKill(() -> {
            postgres.awaitConnections();
            postgres.createDatabase();
            postgres.remember();
        });
        return postgres;
    }

    /** What an earlier start left without having succeeded is thrown away. */
    private static void initialise(PostgresSpec spec, PostgresBinary binary, OrdinaryUser user, String password) {
        var data = spec.folder().resolve("data");
        var passwordFile = spec.folder().resolve("password");
        try {
            Folders.delete(data);
            Files.createDirectories(data);
            PrivateFiles.write(passwordFile, password);
            user.own(data);
            user.own(passwordFile);
            user.requireAccess(passwordFile);
            user.requireAccess(binary.program("initdb"));
            var initdb = Programs.run(
                    user.command(List.of(
                            binary.program("initdb").toString(),
                            "--pgdata=" + data,
                            "--username=" + ADMIN,
                            "--pwfile=" + passwordFile,
                            "--auth=scram-sha-256",
                            "--encoding=UTF8",
                            "--locale=C",
                            "--locale-provider=builtin",
                            "--builtin-locale=C.UTF-8",
                            "--no-sync",
                            "--no-instructions")),
                    ENVIRONMENT);
            if (initdb.exitCode() != 0) {
                throw new BackendFailure(
                        "Postgres cannot create its files in " + data + ": " + complaint(initdb.output()));
            }
            Files.delete(passwordFile);
        } catch (IOException e) {
            throw BackendFailure.at(data, e);
        }
    }

    private static String complaint(String output) {
        return output.lines()
                .filter(line -> line.contains("FATAL") || line.contains("error") || line.contains("No space"))
                .findFirst()
                .orElseGet(output::strip);
    }

    /**
     * Postgres refuses to start while the process in postmaster.pid exists, even if that number belongs to another program by
     * now, as happens in containers. The lock on the folder is ours, so only a server that lost its owner could still run there.
     */
    private static void forgetDeadServer(Path data) {
        var file = data.resolve("postmaster.pid");
        try (var lines = Files.exists(file) ? Files.lines(file) : Stream.<String>empty()) {
            boolean dead = lines.findFirst()
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())))
                    .flatMap(process -> process.info().command())
                    .filter(program -> program.endsWith("postgres"))
                    .isEmpty();
            if (dead) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
    }

    private ChildProcess launch() {
        List<String> words = new ArrayList<>(List.of(
                binary.program("postgres").toString(),
                "-D",
                spec.folder().resolve("data").toString()));
        settings().forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
        return ChildProcess.start(ChildCommand.of("postgres", spec.folder(), user.command(words))
                .environment(ENVIRONMENT)
                .stopSignal("INT") // on TERM Postgres would wait for its clients to leave
                .owner(spec.owner()));
    }

    /** Without fsync a commit still reaches the operating system: killing the server loses nothing. */
    private Map<String, String> settings() {
        var durable = spec.durable() ? "on" : "off";
        return Map.of(
                "port", Integer.toString(admin.port()),
                "listen_addresses", "127.0.0.1",
                "unix_socket_directories", "",
                "max_connections", "200",
                "timezone", "UTC",
                "log_timezone", "UTC",
                "fsync", durable,
                "full_page_writes", durable);
    }

    private void awaitConnections() {
        Patience.await("Postgres on port " + admin.port(), START_PATIENCE, () -> {
            if (!process.isAlive()) {
                throw process.unexpectedEnd();
            }
            try (var connection = admin.connect("postgres")) {
                return Optional.empty();
            } catch (SQLException notYet) {
                return Optional.of(notYet.getMessage());
            }
        });
    }

    private void createDatabase() {
        try {
            admin.createDatabase();
        } catch (SQLException e) {
            throw new BackendFailure("Postgres cannot create the database: " + e.getMessage(), e);
        }
    }

    private void remember() {
        var file = new Properties();
        file.setProperty("port", Integer.toString(admin.port()));
        file.setProperty("admin.password", admin.password());
        PrivateFiles.write(spec.folder().resolve(FILE), file);
    }

    private void orKill(Runnable start) {
        try {
            start.run();
        } catch (RuntimeException e) {
            process.kill();
            throw e;
        }
    }
}
