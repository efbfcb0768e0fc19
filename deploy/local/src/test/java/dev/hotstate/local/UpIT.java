package dev.hotstate.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.testing.http.BoundedHttp;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** One checkout is started again and again and ended in every way there is. Each test builds on the data of the one before. */
@TestMethodOrder(OrderAnnotation.class)
class UpIT {

    private static final Pattern ADDRESS = Pattern.compile("http://localhost:\\d+/\\S*");
    private static final String UP = "Hotstate is up after";

    @TempDir
    static Path folder;

    private static Checkout checkout;

    private @Nullable ScriptRun up;

    @BeforeAll
    static void copy() throws Exception {
        checkout = Checkout.packaged(folder);
    }

    @AfterEach
    void end() {
        if (up != null) {
            up.close();
        }
    }

    @Test
    @Order(1)
    void up_shows_addresses_that_answer_and_down_leaves_no_process() throws Exception {
        up = checkout.hotstate("up").awaitWords(UP);
        var processes = up.tree();

        assertThat(up.output()).doesNotContain("Building");
        assertThat(addresses())
                .hasSize(17)
                .allSatisfy(address -> assertThat(status(address)).isEqualTo(200));
        assertThat(processes.members()).hasSizeGreaterThan(8);
        assertThat(toldByAnAlert()).contains("\"monitor\":\"" + monitorPage() + "monitor.html?id=");
        remember("a key", "a row");

        try (var down = checkout.hotstate("down")) {
            assertThat(down.exitCode()).isZero();
            assertThat(down.output()).contains("Hotstate is down.");
        }
        assertThat(up.exitCode()).isZero();
        processes.assertGoneWithin(ScriptRun.SOON);
    }

    @Test
    @Order(2)
    void a_second_start_finds_the_data_and_ctrl_c_leaves_no_process() throws Exception {
        up = checkout.hotstate("up").awaitWords(UP);
        var processes = up.tree();

        assertThat(rememberedByRedis()).isEqualTo("a key");
        assertThat(rememberedByPostgres()).contains("a row");

        up.pressCtrlC();
        assertThat(up.exitCode()).isZero();
        processes.assertGoneWithin(ScriptRun.SOON);
    }

    @Test
    @Order(3)
    void a_second_up_is_refused_and_a_dead_service_comes_back_and_kill_9_leaves_no_process() throws Exception {
        up = checkout.hotstate("up").awaitWords(UP);

        try (var second = checkout.hotstate("up")) {
            assertThat(second.exitCode()).isNotZero();
            assertThat(second.output()).contains("already running").contains("./hotstate down");
        }
        killService("driver-service");
        up.awaitWords("driver-service ended unexpectedly").awaitWords("driver-service is back.");
        var processes = up.tree();

        up.kill();
        processes.assertGoneWithin(ScriptRun.SOON);
    }

    @Test
    @Order(4)
    void fresh_names_what_it_deletes_and_starts_empty() throws Exception {
        up = checkout.hotstate("up", "--fresh").awaitWords(UP);

        assertThat(up.output()).contains("Deleting .hotstate/data");
        assertThat(rememberedByRedis()).isNull();
        assertThat(rememberedByPostgres()).isEmpty();
    }

    private List<String> addresses() {
        return ADDRESS.matcher(up.output())
                .results()
                .map(result -> result.group())
                .toList();
    }

    private String monitorPage() {
        return addresses().get(0);
    }

    /** What a webhook gets that somebody tries. */
    private String toldByAnAlert() throws Exception {
        var told = new LinkedBlockingQueue<String>();
        var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        try (var http = BoundedHttp.create()) {
            var tried = HttpRequest.newBuilder(URI.create(monitorPage() + "channels/try"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(
                            """
                            {"name": "tried", "settings": {"kind": "webhook", "url": "http://127.0.0.1:%d/"}, "secrets": {}}""".formatted(receiver.getAddress().getPort())));
            assertThat(http.send(tried).statusCode()).isEqualTo(200);
            return requireNonNull(told.poll());
        } finally {
            receiver.stop(0);
        }
    }

    private static int status(String address) {
        try (var http = BoundedHttp.over(HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL))) {
            return http.send(HttpRequest.newBuilder(URI.create(address))).statusCode();
        }
    }

    private static void killService(String module) {
        var jar = checkout.file(".hotstate/app/" + module + "/quarkus-run.jar").toString();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info().command().orElse("").endsWith("java"))
                        .filter(process ->
                                process.info().commandLine().orElse("").endsWith(jar))
                        .filter(ProcessHandle::destroyForcibly))
                .hasSize(1);
    }

    private static void remember(String key, String row) throws SQLException {
        redis("SET", "memory", key);
        try (var connection = checkout.backends().postgres().connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS memory (word text)");
            statement.execute("INSERT INTO memory VALUES ('" + row + "')");
        }
    }

    private static @Nullable String rememberedByRedis() {
        return redis("GET", "memory");
    }

    private static List<String> rememberedByPostgres() throws SQLException {
        List<String> words = new ArrayList<>();
        try (var connection = checkout.backends().postgres().connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS memory (word text)");
            var rows = statement.executeQuery("SELECT word FROM memory");
            while (rows.next()) {
                words.add(rows.getString(1));
            }
        }
        return words;
    }

    /** Asks one node after the other until it is the one that holds the key. */
    private static @Nullable String redis(String... words) {
        var redis = checkout.backends().redis();
        for (int port : redis.ports()) {
            try (var node = redis.connect(port)) {
                return (String) node.call(words);
            } catch (RedisRefusal moved) {
                assertThat(moved).hasMessageContaining("MOVED");
            }
        }
        throw new AssertionError("no node holds the key");
    }
}
