package dev.hotstate.kit.http.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.testing.log.LogCapture;
import dev.hotstate.kit.testing.net.LocalDns;
import dev.hotstate.kit.testing.net.LocalDns.Type;
import dev.hotstate.kit.testing.net.TestCertificates;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressClientTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Vertx VERTX = Vertx.vertx();
    private static final LocalDns DNS = LocalDns.start();
    private static final DnsResolver RESOLVER = new DnsResolver(VERTX, List.of(DNS.address()), PATIENCE);

    @TempDir
    static Path folder;

    private static TestCertificates certificates;
    private static EgressClient client;

    private final List<HttpServer> servers = new ArrayList<>();

    @BeforeAll
    static void start() {
        certificates = TestCertificates.in(folder);
        var guard = new EgressGuard(new AddressPolicy(List.of(), List.of(), Set.of(), true), RESOLVER);
        var trust = new PemTrustOptions().addCertPath(certificates.authority().toString());
        client = new EgressClient(VERTX, guard, new EgressTls(options -> options.setTrustOptions(trust)));
        DNS.answer("a.example", "127.0.0.1")
                .answer("b.example", "127.0.0.1")
                .answer("closed.example", "169.254.169.254");
    }

    @AfterEach
    void stopServers() {
        servers.forEach(HttpServer::close);
    }

    @AfterAll
    static void stop() {
        client.close();
        RESOLVER.close();
        DNS.close();
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void sends_method_headers_and_body_to_the_name() {
        int port = serve(request -> request.body()
                .onSuccess(body -> request.response()
                        .setStatusCode(201)
                        .end(request.method() + " " + request.uri() + " " + request.getHeader("Host") + " "
                                + request.getHeader("X-A") + " " + body)));
        var answer = send(new EgressRequest(
                "PUT",
                at("a.example", port, "/p?q=1"),
                Map.of("X-A", "1"),
                Map.of(),
                Buffer.buffer("text"),
                PATIENCE,
                0,
                1000));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body()).hasToString("PUT /p?q=1 a.example:" + port + " 1 text");
    }

    @Test
    void a_literal_ipv6_address_is_a_host_like_any_other() {
        int port = serve(
                "::1", new HttpServerOptions(), request -> request.response().end(request.getHeader("Host")));
        assertThat(send(get(URI.create("http://[::1]:" + port + "/"))).body()).hasToString("[::1]:" + port);
    }

    @Test
    void a_redirect_is_an_answer_unless_it_may_be_followed() {
        int port = serve(redirectTo("/b"));
        assertThat(send(get(at("a.example", port, "/"))).status()).isEqualTo(302);
    }

    @Test
    void follows_redirects_up_to_the_limit() {
        int port = serve(request -> request.response()
                .setStatusCode(307)
                .putHeader("Location", "/" + (Integer.parseInt(request.path().substring(1)) + 1))
                .end());
        var answer = send(follow(at("a.example", port, "/1"), 3));
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.uri().getPath()).isEqualTo("/4");
    }

    @Test
    void a_redirect_to_a_closed_address_is_refused() {
        int port = serve(redirectTo("http://169.254.169.254/latest/meta-data"));
        assertThatThrownBy(() -> send(follow(at("a.example", port, "/"), 3)))
                .isInstanceOf(EgressRefused.class)
                .hasMessageContaining("metadata");
    }

    @Test
    void a_redirect_to_a_name_with_a_closed_address_is_refused() {
        int port = serve(redirectTo("http://closed.example/"));
        assertThatThrownBy(() -> send(follow(at("a.example", port, "/"), 3))).isInstanceOf(EgressRefused.class);
    }

    @Test
    void the_address_that_was_checked_is_the_one_that_is_dialled() {
        var asked = new AtomicInteger();
        DNS.answer(
                "flip.example", Type.A, () -> List.of(asked.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254"));
        int port = serve(request -> request.response().end("inside"));
        assertThat(send(get(at("flip.example", port, "/"))).body()).hasToString("inside");
        assertThat(asked).hasValue(1);
    }

    @Test
    void credentials_do_not_follow_to_another_place() {
        int target = serve(request -> request.response()
                .end(request.getHeader("Authorization") + " " + request.getHeader("Cookie") + " "
                        + request.getHeader("X-A") + " " + request.getHeader("X-Api-Key")));
        int port = serve(redirectTo("http://b.example:" + target + "/"));
        var headers = Map.of("authorization", "Bearer x", "cookie", "a=b", "X-A", "1");
        var secrets = Map.of("X-Api-Key", "hidden");
        var answer =
                send(new EgressRequest("GET", at("a.example", port, "/"), headers, secrets, null, PATIENCE, 1, 1000));
        assertThat(answer.body()).hasToString("null null 1 null");
    }

    @Test
    void reads_no_more_than_it_was_asked_to() {
        int port = serve(request -> {
            request.response().setChunked(true);
            pour(request);
        });
        var answer =
                send(new EgressRequest("GET", at("a.example", port, "/"), Map.of(), Map.of(), null, PATIENCE, 0, 1000));
        assertThat(answer.truncated()).isTrue();
        assertThat(answer.body().length()).isEqualTo(1000);
    }

    @Test
    void an_answer_that_drips_does_not_outlast_the_timeout() {
        var closed = new CompletableFuture<Void>();
        int port = serve(request -> {
            request.connection().closeHandler(closed::complete);
            request.response().setChunked(true);
            VERTX.setPeriodic(10, timer -> request.response().write("."));
        });
        var request = new EgressRequest(
                "GET", at("a.example", port, "/"), Map.of(), Map.of(), null, Duration.ofMillis(200), 0, 1_000_000);
        assertThatThrownBy(() -> send(request)).isInstanceOf(TimeoutException.class);
        assertThat(closed).as("the connection is given back").succeedsWithin(20, TimeUnit.SECONDS);
    }

    @Test
    void headers_without_end_are_a_failure() {
        int port = serve(request ->
                request.response().putHeader("X-Long", "x".repeat(100_000)).end());
        assertThatThrownBy(() -> send(get(at("a.example", port, "/"))))
                .satisfies(failure ->
                        assertThat(EgressFailures.describe(failure)).isEqualTo("The header of the answer is too long"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n",
                "220 mail.example ESMTP\r\n",
                "\u0015\u0003\u0003\u0000\u0002\u0002F\r\n\r\n",
                "HTTP/1.1 OK 200\r\n\r\n",
                "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"
            })
    void an_answer_that_is_not_http_is_told_as_such_and_is_no_error_of_ours(String answer) throws IOException {
        try (var log = LogCapture.start();
                var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var said = CompletableFuture.runAsync(() -> say(listening, answer));
            assertThatThrownBy(() -> send(get(at("a.example", listening.getLocalPort(), "/"))))
                    .satisfies(failure ->
                            assertThat(EgressFailures.describe(failure)).isEqualTo("The answer is not HTTP"));
            assertThat(said).succeedsWithin(PATIENCE);
            assertThat(log.errors()).isEmpty();
        }
    }

    /** To the first who asks; then waits until they are gone, so that it is not the end of the connection that they meet. */
    private static void say(ServerSocket listening, String answer) {
        try (var caller = listening.accept()) {
            caller.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            caller.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void tls_is_checked_against_the_name_while_the_address_is_dialled() {
        int port = serve(
                tls(certificates.valid("a.example", 30)),
                request -> request.response().end(request.connection().indicatedServerName()));
        var good = send(get(URI.create("https://a.example:" + port + "/")));
        assertThat(good.body()).hasToString("a.example");
        assertThatThrownBy(() -> send(get(URI.create("https://b.example:" + port + "/"))))
                .satisfies(
                        failure -> assertThat(EgressFailures.describe(failure)).contains("b.example"));
    }

    @Test
    void a_certificate_that_nobody_signed_is_refused() {
        int port = serve(
                tls(certificates.selfSigned("a.example")),
                request -> request.response().end());
        assertThatThrownBy(() -> send(get(URI.create("https://a.example:" + port + "/"))))
                .satisfies(
                        failure -> assertThat(EgressFailures.describe(failure)).startsWith("TLS failed: "));
    }

    @Test
    void a_closed_port_is_told_as_such() {
        int port = FreePorts.one();
        assertThatThrownBy(() -> send(get(at("a.example", port, "/"))))
                .satisfies(failure ->
                        assertThat(EgressFailures.describe(failure)).isEqualTo("The connection was refused"));
    }

    @Test
    void many_requests_to_one_place_do_not_wait_for_each_other() {
        var waiting = new ArrayList<HttpServerRequest>();
        int port = serve(request -> {
            waiting.add(request);
            if (waiting.size() == 20) {
                waiting.forEach(one -> one.response().end());
            }
        });
        var answers = IntStream.range(0, 20)
                .mapToObj(i -> client.send(get(at("a.example", port, "/"))).subscribeAsCompletionStage())
                .toList();
        assertThat(answers).allSatisfy(answer -> assertThat(answer).succeedsWithin(20, TimeUnit.SECONDS));
    }

    private static void pour(HttpServerRequest request) {
        if (!request.response().closed() && !request.response().ended()) {
            request.response().write("x".repeat(300)).onSuccess(written -> pour(request));
        }
    }

    private static Handler<HttpServerRequest> redirectTo(String location) {
        return request -> request.response()
                .setStatusCode(302)
                .putHeader("Location", location)
                .end();
    }

    private static HttpServerOptions tls(Path store) {
        return new HttpServerOptions()
                .setSsl(true)
                .setSni(true)
                .setKeyCertOptions(new PfxOptions().setPath(store.toString()).setPassword(TestCertificates.PASSWORD));
    }

    private int serve(Handler<HttpServerRequest> handler) {
        return serve(new HttpServerOptions(), handler);
    }

    private int serve(HttpServerOptions options, Handler<HttpServerRequest> handler) {
        return serve("127.0.0.1", options, handler);
    }

    private int serve(String host, HttpServerOptions options, Handler<HttpServerRequest> handler) {
        var server = VERTX.createHttpServer(options)
                .requestHandler(handler)
                .listen(0, host)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        servers.add(server);
        return server.actualPort();
    }

    private static URI at(String host, int port, String path) {
        return URI.create("http://" + host + ":" + port + path);
    }

    private static EgressRequest get(URI uri) {
        return follow(uri, 0);
    }

    private static EgressRequest follow(URI uri, int redirectsMax) {
        return new EgressRequest("GET", uri, Map.of(), Map.of(), null, PATIENCE, redirectsMax, 1000);
    }

    private static EgressAnswer send(EgressRequest request) {
        return client.send(request).await().atMost(PATIENCE.multipliedBy(2));
    }
}
