package dev.hotstate.kit.backends;

import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.acl.AclUser;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Exclusive;
import dev.hotstate.kit.backends.host.PrivateFiles;
import dev.hotstate.kit.backends.host.Secrets;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.redis.RedisAdmin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Running backends, whoever started them, as described by the {@code backends.properties} (0600) of their folder: who may
 * read that file may administrate them.
 *
 * <p>Services are added to them one by one, from any JVM; the passwords of a service stay the same from then on.
 */
public final class Backends {

    static final String FILE = "backends.properties";

    private static final String VITALS_USER = "vitals";

    private final Path file;
    private final RedisAdmin redis;
    private final PostgresAdmin postgres;

    private Backends(Path file, RedisAdmin redis, PostgresAdmin postgres) {
        this.file = file;
        this.redis = redis;
        this.postgres = postgres;
    }

    /** Those described in the folder; they need not run any more, see {@link #areRunning}. */
    public static Backends in(Path folder) {
        var file = folder.resolve(FILE);
        var text = PrivateFiles.read(file);
        var ports = Stream.of(text.getProperty("redis.ports").split(","))
                .map(Integer::valueOf)
                .toList();
        return new Backends(
                file,
                new RedisAdmin(ports, text.getProperty("redis.admin.user"), text.getProperty("redis.admin.password")),
                new PostgresAdmin(
                        Integer.parseInt(text.getProperty("postgres.port")),
                        text.getProperty("postgres.admin.user"),
                        text.getProperty("postgres.admin.password")));
    }

    static boolean areDescribedIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /** Writes the description of running backends; what services were given before is kept. */
    public static Backends describe(Path folder, RedisAdmin redis, PostgresAdmin postgres) {
        var file = folder.resolve(FILE);
        var text = Files.exists(file) ? PrivateFiles.read(file) : new Properties();
        text.setProperty(
                "redis.ports", redis.ports().stream().map(String::valueOf).collect(Collectors.joining(",")));
        text.setProperty("redis.admin.user", redis.user());
        text.setProperty("redis.admin.password", redis.password());
        text.setProperty("postgres.port", Integer.toString(postgres.port()));
        text.setProperty("postgres.admin.user", postgres.user());
        text.setProperty("postgres.admin.password", postgres.password());
        PrivateFiles.write(file, text);
        return new Backends(file, redis, postgres);
    }

    public RedisAdmin redis() {
        return redis;
    }

    public PostgresAdmin postgres() {
        return postgres;
    }

    /** Whether every Redis node and Postgres let us in. */
    public boolean areRunning() {
        try {
            for (int port : redis.ports()) {
                redis.connect(port).close();
            }
            postgres.connect().close();
            return true;
        } catch (RuntimeException | SQLException e) {
            return false;
        }
    }

    /**
     * Lets a service in: its Redis user on every node, the {@code vitals} user, its Postgres role and schema.
     *
     * @param baseCommands what kit-redis sends by itself
     * @param env first part of every key; a service used in several environments may use the keys of all of them
     */
    public ServiceAccess admit(AclDeclaration declaration, List<String> baseCommands, String env) {
        return admit(declaration.app(), env, (envs, hash) -> AclUser.service(declaration, baseCommands, envs, hash));
    }

    /** Lets a library under test in, which declares nothing: on its own keys it may do all that a service could ever declare. */
    public ServiceAccess admitLibrary(String app, List<String> baseCommands, String env) {
        return admit(app, env, (envs, hash) -> AclUser.library(app, baseCommands, envs, hash));
    }

    private ServiceAccess admit(String app, String env, BiFunction<List<String>, String, AclUser> user) {
        return Exclusive.on(file.resolveSibling(FILE + ".lock"), () -> {
            var text = PrivateFiles.read(file);
            var passwords = Passwords.of(text, app);
            var envs = withEnv(text, app, env);
            PrivateFiles.write(file, text);

            redis.setUser(AclUser.vitals(Secrets.sha256(passwords.vitals())));
            redis.setUser(user.apply(envs, Secrets.sha256(passwords.redis())));
            try {
                postgres.addService(app, passwords.postgres());
            } catch (SQLException e) {
                throw new BackendFailure("Cannot add " + app + " to Postgres: " + e.getMessage(), e);
            }
            return new ServiceAccess(app, env, configuration(app, env, passwords));
        });
    }

    private record Passwords(String redis, String postgres, String vitals) {

        static Passwords of(Properties text, String app) {
            return new Passwords(
                    keepOrCreate(text, "service." + app + ".redis.password"),
                    keepOrCreate(text, "service." + app + ".postgres.password"),
                    keepOrCreate(text, "redis.vitals.password"));
        }

        private static String keepOrCreate(Properties text, String key) {
            return (String) text.computeIfAbsent(key, absent -> Secrets.random());
        }
    }

    private static List<String> withEnv(Properties text, String app, String env) {
        var key = "service." + app + ".envs";
        List<String> envs = new ArrayList<>(Stream.of(text.getProperty(key, "").split(","))
                .filter(known -> !known.isEmpty())
                .toList());
        if (!envs.contains(env)) {
            envs.add(env);
        }
        text.setProperty(key, String.join(",", envs));
        return envs;
    }

    private Map<String, String> configuration(String app, String env, Passwords passwords) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("hotstate.env", env);
        keys.put("quarkus.redis.hosts", redis.hosts(app, passwords.redis()));
        keys.put("hotstate.redis.vitals.username", VITALS_USER);
        keys.put("hotstate.redis.vitals.password", passwords.vitals());
        keys.put("quarkus.datasource.reactive.url", postgres.reactiveUrl());
        keys.put("quarkus.datasource.jdbc.url", postgres.jdbcUrl());
        keys.put("quarkus.datasource.username", app);
        keys.put("quarkus.datasource.password", passwords.postgres());
        return keys;
    }

    @Override
    public String toString() {
        return "Backends[" + file.getParent() + "]";
    }
}
