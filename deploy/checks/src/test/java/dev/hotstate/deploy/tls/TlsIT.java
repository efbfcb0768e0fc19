package dev.hotstate.deploy.tls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMinutes;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.deploy.Crowded;
import dev.hotstate.deploy.Module;
import dev.hotstate.deploy.Programs;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.redis.RedisAdmin;
import dev.hotstate.kit.backends.redis.RedisBinary;
import dev.hotstate.kit.backends.redis.RespClient;
import dev.hotstate.kit.testing.contract.ServiceClient;
import dev.hotstate.kit.testing.net.TestCertificates;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Packaged services in the profile prod, with the settings of {@code overlays/prod} and the files of {@code make-secrets.sh},
 * against a Redis Cluster that runs {@code deploy/redis/redis.conf} over TLS and a Postgres with TLS. The authority is made for
 * the test; the certificates name {@code localhost} and no address.
 */
class TlsIT {

    private static final Path DEPLOY = Path.of("..").toAbsolutePath().normalize();
    private static final int NODES = 6;
    private static final Duration PATIENCE = ofMinutes(2);

    /** Stands for all of them where Redis or Postgres is not to be trusted: who connects is the kit. */
    private static final Module ANY = Module.METRICS_GATEWAY;

    @TempDir
    static Path folder;

    private static final List<ChildProcess> nodes = new ArrayList<>();
    private static List<Integer> plainPorts;
    private static List<Integer> tlsPorts;
    private static Path secrets;
    private static Path authority;
    private static Postgres postgres;

    @BeforeAll
    static void start() throws Exception {
        secrets = folder.resolve("secrets");
        Programs.run(DEPLOY.resolve("make-secrets.sh").toString(), "--backends", "--files", secrets.toString());
        var certificates = TestCertificates.in(Files.createDirectory(folder.resolve("certificates")));
        authority = certificates.authority();
        var server = pem(certificates.valid("localhost", 30));

        startRedis(server);
        startPostgres(server);
    }

    @AfterAll
    static void stop() {
        nodes.parallelStream().forEach(ChildProcess::kill);
        if (postgres != null) {
            postgres.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_service_in_prod_works_over_tls_with_checked_hosts(Module module) throws Exception {
        try (var service = start(module, module.folder(), Crowded.PATIENT)) {
            service.awaitReady();

            awaitDegraded(service, false);
            useRedisAndPostgres(module, clientOf(module, service));
            try (var connection = postgres.admin().connect();
                    var query = connection.createStatement();
                    var rows = query.executeQuery("select count(*) filter (where ssl), count(*) from pg_stat_ssl"
                            + " join pg_stat_activity using (pid) where usename = '" + module.app() + "'")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isPositive().isEqualTo(rows.getInt(2));
            }
        }
    }

    private static void useRedisAndPostgres(Module module, ServiceClient client) {
        switch (module) {
            case MONITOR_SERVICE -> {
                var monitor = client.post(
                        "/monitors",
                        "{\"name\": \"nightly\", \"push\": {\"grace\": \"PT1M\"}, \"interval\": \"PT1H\"}");
                accepted(monitor);
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(client.get("/monitors/status").body())
                                        .contains("nightly"));
            }
            case DRIVER_SERVICE -> {
                accepted(client.post("/drivers", "{\"id\": \"ann\"}"));
                accepted(client.post("/drivers/locations", "[{\"id\": \"ann\", \"lat\": 52.52, \"lon\": 13.4}]"));
                accepted(client.post("/drivers/ann/available", "{}"));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(client.get("/drivers/available?lat=52.52&lon=13.4&radius=3")
                                        .body())
                                .contains("ann"));
            }
            case DAG_SCHEDULER -> {
                accepted(client.post("/jobs", job("tls", "noop")));
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(client.get("/jobs/tls").body()).contains("COMPLETED"));
            }
            case METRICS_GATEWAY -> {
                accepted(client.post(
                        "/observations",
                        "[{\"instance\":\"a\",\"method\":\"GET\",\"path\":\"/a\",\"status\":200,\"durationMs\":1}]"));
                accepted(client.get("/policies"));
            }
        }
    }

    /** Over a connection of its own, which only listens. */
    @Test
    void instances_tell_each_other_over_tls() {
        var settings = new TreeMap<>(Crowded.PATIENT);
        // What an instance is not told of it finds after half of this at the earliest.
        settings.put("DAG_WORKER_SWEEP_PERIOD", "60s");
        try (var one = start(Module.DAG_SCHEDULER, "one", settings);
                var other = start(Module.DAG_SCHEDULER, "other", settings)) {
            one.awaitReady();
            other.awaitReady();
            var rounds = new AtomicInteger();
            // A message may get lost, above all while it is connecting.
            await().atMost(PATIENCE).until(() -> wakes(one, other, "round-" + rounds.incrementAndGet()));
        }
    }

    private static boolean wakes(PackagedService one, PackagedService other, String name) throws Exception {
        var client = clientOf(Module.DAG_SCHEDULER, other);
        try (var worker = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = worker.submit(
                    () -> client.post("/queues/" + name + "/claims", "{\"worker\": \"w\", \"waitMs\": 10000}"));
            await().atMost(PATIENCE).until(() -> other.metric("dag_worker_waiting") > 0);
            accepted(clientOf(Module.DAG_SCHEDULER, one).post("/jobs", job(name, name)));
            accepted(waiting.get());
            return waiting.get().body().contains(name + ".a");
        }
    }

    private static String job(String id, String queue) {
        return "{\"jobId\": \"%s\", \"tasks\": [{\"id\": \"a\", \"queue\": \"%s\"}]}".formatted(id, queue);
    }

    private static void accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }

    @Test
    void redis_and_its_replication_speak_nothing_but_tls() throws IOException {
        for (int port : plainPorts) {
            assertThatThrownBy(() -> RespClient.connect("127.0.0.1", port)).hasMessageContaining("refused");
        }
        for (var log : nodes.stream().map(ChildProcess::log).skip(NODES / 2).toList()) {
            assertThat(Files.readString(log)).contains("MASTER <-> REPLICA sync: Finished with success");
        }
    }

    @Test
    void a_redis_whose_certificate_names_another_host_is_not_trusted() {
        try (var service = start(ANY, "other-redis", Map.of("QUARKUS_REDIS_HOSTS", hosts("rediss", "127.0.0.1")))) {
            service.awaitReady();

            awaitDegraded(service, true);
            assertThat(service.metric("hotstate_redis_connection_open")).isZero();
        }
    }

    @Test
    void a_postgres_whose_certificate_names_another_host_is_not_trusted() {
        var url = "postgresql://127.0.0.1:" + postgres.admin().port() + "/hotstate";

        assertThat(refusal(
                        "other-postgres",
                        Map.of(
                                "QUARKUS_DATASOURCE_JDBC_URL",
                                "jdbc:" + url + "?sslmode=verify-full&sslrootcert=" + authority)))
                .contains("could not be verified");
    }

    /** Migrations have checked the host by a connection of their own. */
    @Test
    void neither_is_it_where_queries_go() {
        var elsewhere = "postgresql://127.0.0.1:" + postgres.admin().port() + "/hotstate";
        try (var service = start(ANY, "other-queries", Map.of("QUARKUS_DATASOURCE_REACTIVE_URL", elsewhere))) {
            var key = clientOf(ANY, service);

            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(key.get("/api-keys").statusCode()).isEqualTo(503));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(read(service.log())).contains("Postgres does not answer"));
            // It has not read its policies.
            assertThat(service.management().get("/q/health/ready").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void an_authority_is_trusted_from_when_its_file_holds_it() throws Exception {
        var stranger = TestCertificates.in(Files.createDirectory(folder.resolve("strangers")))
                .authority();
        var trusted = Files.copy(stranger, folder.resolve("trusted.pem"));
        var settings = new TreeMap<>(Crowded.PATIENT);
        settings.put("QUARKUS_TLS_REDIS_TRUST_STORE_PEM_CERTS", trusted.toString());
        settings.put("QUARKUS_TLS_REDIS_RELOAD_PERIOD", "30s");
        try (var service = start(ANY, "other-authority", settings)) {
            service.awaitReady();
            awaitDegraded(service, true);
            assertThat(service.metric("hotstate_redis_connection_open")).isZero();

            Files.copy(authority, trusted, StandardCopyOption.REPLACE_EXISTING);

            awaitDegraded(service, false);
        }
    }

    @Test
    void plaintext_is_refused_in_prod() {
        var url = "postgresql://localhost:" + postgres.admin().port() + "/hotstate";

        assertThat(refusal(
                        "plaintext",
                        Map.of(
                                "QUARKUS_REDIS_HOSTS",
                                hosts("redis", "localhost"),
                                "QUARKUS_REDIS_TLS_CONFIGURATION_NAME",
                                "",
                                "QUARKUS_DATASOURCE_REACTIVE_POSTGRESQL_SSL_MODE",
                                "disable",
                                "QUARKUS_DATASOURCE_JDBC_URL",
                                "jdbc:" + url)))
                .contains("reaches Redis without TLS")
                .contains("quarkus.datasource.reactive.postgresql.ssl-mode")
                .contains("quarkus.datasource.jdbc.additional-jdbc-properties.sslmode");
    }

    @Test
    void unchecked_hosts_no_user_of_its_own_and_no_first_key_are_refused_in_prod() throws IOException {
        // What stands in the file of the Secret wins over a variable.
        var withoutKey = read(secrets.resolve(ANY.folder()).resolve("service.properties"))
                .lines()
                .filter(line -> !line.startsWith("hotstate.auth.bootstrap-key="))
                .toList();
        var file = Files.write(folder.resolve("without-key.properties"), withoutKey);

        assertThat(refusal(
                        "lax",
                        Map.of(
                                "QUARKUS_TLS_REDIS_HOSTNAME_VERIFICATION_ALGORITHM",
                                "NONE",
                                "HOTSTATE_REDIS_USERNAME",
                                "default",
                                "HOTSTATE_AUTH_BOOTSTRAP_KEY",
                                "",
                                "QUARKUS_CONFIG_LOCATIONS",
                                file.toString())))
                .contains("does not check whether a certificate belongs to its host")
                .contains("without an ACL user, or as \"default\"")
                .contains("nobody could create the first API key");
    }

    private static void awaitDegraded(PackagedService service, boolean degraded) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                service.management().get("/q/health/ready").body())
                        .containsPattern("\"degraded\"\\s*:\\s*" + degraded));
    }

    /** What a service wrote before it ended by itself; no password is in it. */
    private static String refusal(String name, Map<String, String> settings) {
        try (var service = start(ANY, name, settings)) {
            assertThat(service.exitCode(PATIENCE)).isNotZero();
            var written = read(service.log());
            assertThat(written).doesNotContain(passwords());
            return written;
        }
    }

    private static List<String> passwords() {
        var files = secrets.resolve(ANY.folder());
        return Stream.of(
                        read(files.resolve("redis-password")).strip(),
                        read(files.resolve("vitals-password")).strip(),
                        secret(ANY, "quarkus.datasource.password"),
                        bootstrapKey(ANY))
                .toList();
    }

    private static PackagedService start(Module module, String name, Map<String, String> settings) {
        var environment = new TreeMap<String, String>();
        for (var file : List.of(
                "kubernetes/base/suite.env",
                "kubernetes/base/" + module.folder() + "/service.env",
                "kubernetes/overlays/prod/prod.env")) {
            environment.putAll(variables(DEPLOY.resolve(file)));
        }
        environment.replaceAll((variable, value) -> value.replace(
                        "/etc/hotstate/secret", secrets.resolve(module.folder()).toString())
                .replace("/etc/hotstate/ca/ca.pem", authority.toString())
                .replace(
                        "postgres.example.internal:5432",
                        "localhost:" + postgres.admin().port()));
        environment.put("QUARKUS_REDIS_HOSTS", hosts("rediss", "localhost"));
        environment.put("QUARKUS_PROFILE", "prod");
        environment.put("HOTSTATE_AUTH_BOOTSTRAP_KEY", bootstrapKey(module));
        // Who does not connect at once will not later, either.
        environment.put("QUARKUS_FLYWAY_CONNECT_RETRIES", "0");
        environment.put("QUARKUS_SHUTDOWN_DELAY", "0s");
        environment.putAll(settings);
        return PackagedService.start(
                name, folder, module.packaged(), new ServiceAccess(module.app(), "prod", Map.of()), environment);
    }

    private static ServiceClient clientOf(Module module, PackagedService service) {
        return service.anybody().with(bootstrapKey(module));
    }

    private static String bootstrapKey(Module module) {
        return secret(module, "hotstate.auth.bootstrap-key");
    }

    private static String secret(Module module, String property) {
        return read(secrets.resolve(module.folder()).resolve("service.properties"))
                .lines()
                .filter(line -> line.startsWith(property + "="))
                .findFirst()
                .orElseThrow()
                .split("=", 2)[1];
    }

    private static Map<String, String> variables(Path file) {
        return read(file)
                .lines()
                .filter(not(String::isBlank))
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }

    private static String hosts(String scheme, String host) {
        return tlsPorts.stream()
                .limit(NODES / 2)
                .map(port -> scheme + "://" + host + ":" + port)
                .collect(Collectors.joining(","));
    }

    private static void startRedis(String server) throws IOException {
        var ports = FreePorts.withBusPort(2 * NODES);
        plainPorts = ports.subList(0, NODES);
        tlsPorts = ports.subList(NODES, 2 * NODES);
        for (int i = 0; i < NODES; i++) {
            var home = Files.createDirectory(folder.resolve("redis-" + i));
            Files.writeString(home.resolve("server.pem"), server);
            Files.writeString(home.resolve("redis.conf"), configuration(home, plainPorts.get(i), tlsPorts.get(i)));
            nodes.add(ChildProcess.start(ChildCommand.of(
                            "redis-" + i,
                            home,
                            List.of(
                                    RedisBinary.find().program().toString(),
                                    "redis.conf",
                                    "--cluster-announce-hostname",
                                    "localhost"))
                    .environment(Map.of("LC_ALL", "C"))));
        }
        var admin = new RedisAdmin(
                plainPorts,
                "admin",
                read(secrets.resolve("redis/admin-password")).strip());
        for (int port : plainPorts) {
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(BackendFailure.class)
                    .until(() -> {
                        try (var client = admin.connect(port)) {
                            return client.text("PING").equals("PONG");
                        }
                    });
        }
        admin.formCluster(NODES / 2);
        // The door by which the cluster was made; production never opens it.
        for (int port : plainPorts) {
            try (var client = admin.connect(port)) {
                await().atMost(PATIENCE)
                        .until(() -> client.text("CLUSTER", "INFO").contains("cluster_state:ok"));
                await().atMost(PATIENCE)
                        .until(() -> client.field("role", "INFO", "replication").equals("master")
                                || client.field("master_link_status", "INFO", "replication")
                                        .equals("up"));
                client.call("CONFIG", "SET", "port", "0");
            }
        }
    }

    /** The file that is shipped, with its own advice on TLS followed. */
    private static String configuration(Path home, int plainPort, int tlsPort) {
        return read(DEPLOY.resolve("redis/redis.conf"))
                        .replace("/etc/redis/secret/", secrets.resolve("redis") + "/")
                        .replace("\nport 6379\n", "\nport " + plainPort + "\n")
                        .replace("\ndir /data\n", "\ndir " + home + "\n")
                        .replace("#   port 0\n", "")
                        .replace("#   tls-port 6379", "tls-port " + tlsPort)
                        .replace(
                                "/etc/redis/tls/tls.crt",
                                home.resolve("server.pem").toString())
                        .replace(
                                "/etc/redis/tls/tls.key",
                                home.resolve("server.pem").toString())
                        .replace("/etc/redis/tls/ca.crt", authority.toString())
                        .replace("#   tls-", "tls-")
                + "\nbind 127.0.0.1\ncluster-announce-ip 127.0.0.1\ncluster-port " + (plainPort + FreePorts.BUS_OFFSET)
                + "\n";
    }

    private static void startPostgres(String server) throws SQLException {
        postgres = Postgres.start(PostgresSpec.in(folder.resolve("postgres")).durable(false));
        var admin = postgres.admin();
        for (var module : Module.values()) {
            admin.addService(
                    module.app(),
                    read(secrets.resolve("postgres/" + module.app() + "-password"))
                            .strip());
        }
        try (var connection = admin.connect();
                var statement = connection.createStatement()) {
            // Its own user has to own the key.
            statement.execute("copy (select unnest(string_to_array('" + server.strip() + "', e'\\n')))"
                    + " to program 'umask 077; cat > server.pem'");
            statement.execute("alter system set ssl_cert_file = 'server.pem'");
            statement.execute("alter system set ssl_key_file = 'server.pem'");
            statement.execute("alter system set ssl = on");
            statement.execute("select pg_reload_conf()");
        }
        // The server reads it when the signal reaches it.
        await().atMost(PATIENCE).until(() -> speaksTls(admin));
    }

    private static boolean speaksTls(PostgresAdmin admin) throws SQLException {
        try (var connection = admin.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("show ssl")) {
            return rows.next() && rows.getString(1).equals("on");
        }
    }

    /** Key and certificates of a store, as servers want them. */
    private static String pem(Path store) throws Exception {
        var password = TestCertificates.PASSWORD.toCharArray();
        var keys = KeyStore.getInstance(store.toFile(), password);
        var encoder = Base64.getMimeEncoder(64, "\n".getBytes(UTF_8));
        var blocks = new ArrayList<String>();
        blocks.add(block(
                "PRIVATE KEY",
                encoder.encodeToString(keys.getKey("server", password).getEncoded())));
        for (var certificate : keys.getCertificateChain("server")) {
            blocks.add(block("CERTIFICATE", encoder.encodeToString(certificate.getEncoded())));
        }
        return String.join("", blocks);
    }

    private static String block(String what, String text) {
        return Stream.of("-----BEGIN " + what + "-----", text, "-----END " + what + "-----\n")
                .collect(Collectors.joining("\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
