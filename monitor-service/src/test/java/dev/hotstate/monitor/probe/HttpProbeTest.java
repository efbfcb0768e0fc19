package dev.hotstate.monitor.probe;

import static dev.hotstate.monitor.probe.ProbeResultAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.kit.testing.net.LocalDns.Type;
import io.vertx.core.Handler;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpProbeTest {

    /** Long enough to come as far as a test says, on a machine that is busy or stands still for a moment. */
    private static final Duration SHORT = Duration.ofMillis(1_500);

    @RegisterExtension
    static final ProbeFixture world = new ProbeFixture();

    // ---- What is up ------------------------------------------------------------------------------------------------

    @Test
    void one_of_several_servers_behind_a_name_is_checked() {
        var asked = new AtomicReference<String>();
        int port = world.page(request -> {
            asked.set(request.getHeader("Host"));
            request.response().end();
        });
        var target = HttpTarget.get("http://127.0.0.1:" + port + "/").askedAs("nobody-resolves.example");

        assertThat(world.run(target)).isUp();

        assertThat(asked.get()).isEqualTo("nobody-resolves.example:" + port);
    }

    @Test
    void a_page_that_answers_as_expected_is_up() {
        int port = world.page(request -> request.response().end("fine"));
        var result = world.run(at(port, "/"));
        assertThat(result).isUp();
        assertThat(result.statusCode()).isEqualTo(200);
        assertThat(result.message()).isEmpty();
        assertThat(result.certificateDays()).isNull();
    }

    @Test
    void the_phases_are_parts_of_the_whole() {
        int port = world.page(request -> {
            var response = request.response().setChunked(true);
            world.vertx.setTimer(60, first -> {
                response.write("a");
                world.vertx.setTimer(40, second -> response.end("b"));
            });
        });
        var result = world.run(at(port, "/"));
        var phases = result.phases();
        assertThat(phases.dnsMicros()).isPositive();
        assertThat(phases.connectMicros()).isPositive();
        assertThat(phases.tlsMicros()).isZero();
        assertThat(phases.firstByteMicros()).isBetween(50_000L, 4_900_000L);
        assertThat(phases.transferMicros()).isBetween(30_000L, 4_900_000L);
        long sum = phases.dnsMicros() + phases.connectMicros() + phases.firstByteMicros() + phases.transferMicros();
        assertThat(sum).isBetween(90_000L, result.latencyMicros());
    }

    @Test
    void sends_what_it_was_told_to_send() {
        int port = world.page(request -> request.body()
                .onSuccess(body -> request.response()
                        .end(String.join(
                                "|",
                                request.method().name(),
                                request.uri(),
                                request.getHeader("Host"),
                                request.getHeader("X-A"),
                                request.getHeader("User-Agent"),
                                body.toString()))));
        var target = new HttpTarget(
                "http://a.example:" + port + "/p/q?r=s#t",
                "POST",
                Map.of("X-A", "1", "User-Agent", "me"),
                "bödy",
                null,
                null,
                null,
                keyword("POST|/p/q?r=s|a.example:" + port + "|1|me|bödy"));
        assertThat(world.run(target)).isUp();
    }

    @ParameterizedTest
    @CsvSource({"user, pa55, , Basic dXNlcjpwYTU1", ", , t0ken, Bearer t0ken"})
    void authenticates(String username, String password, String token, String header) {
        int port = world.page(request -> request.response()
                .setStatusCode(header.equals(request.getHeader("Authorization")) ? 200 : 401)
                .end());
        var secrets = new ProbeSecrets(Map.of(), username, password, token);
        assertThat(world.run(at(port, "/"), secrets, ProbeFixture.TIMEOUT)).isUp();
    }

    @Test
    void a_secret_header_wins_over_an_open_one() {
        int port = world.page(request -> request.response()
                .setStatusCode(request.headers().getAll("X-Key").equals(List.of("secret")) ? 200 : 400)
                .end());
        var target = new HttpTarget(url(port, "/"), "GET", Map.of("x-key", "open"), null, null, null, null, null);
        var secrets = new ProbeSecrets(Map.of("X-Key", "secret"), null, null, null);
        assertThat(world.run(target, secrets, ProbeFixture.TIMEOUT)).isUp();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"
            })
    void understands_each_form_of_an_answer(String answer) {
        int port = world.saying(answer, true);
        assertThat(world.run(expecting(port, keyword("ok")))).isUp();
    }

    @Test
    void the_answer_to_head_has_no_body_whatever_its_length_says() {
        int port = world.saying("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", false);
        var target = new HttpTarget(url(port, "/"), "HEAD", Map.of(), null, null, 10, null, null);
        assertThat(world.run(target)).isUp();
    }

    @Test
    void each_check_has_a_connection_of_its_own() {
        Set<String> connections = ConcurrentHashMap.newKeySet();
        int port = world.page(request -> {
            connections.add(request.remoteAddress().toString());
            request.response().end();
        });
        for (int i = 0; i < 3; i++) {
            assertThat(world.run(at(port, "/"))).isUp();
        }
        assertThat(connections).hasSize(3);
    }

    // ---- Status and redirects --------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({"200-299, 503, false", "200-299, 204, true", "'404', 404, true", "'401,500-599', 502, true"})
    void a_status_must_be_expected(String expected, int status, boolean up) {
        int port =
                world.page(request -> request.response().setStatusCode(status).end());
        var result = world.run(expecting(port, status(expected)));
        assertThat(result.statusCode()).isEqualTo(status);
        if (up) {
            assertThat(result).isUp();
        } else {
            assertThat(result).isDown(Reason.STATUS).says("Status 503 is not among 200-299");
        }
    }

    @Test
    void follows_redirects_and_judges_the_last_answer() {
        int port = world.page(request -> {
            int step = Integer.parseInt(request.path().substring(1));
            request.response()
                    .setStatusCode(step < 3 ? 302 : 200)
                    .putHeader("Location", "/" + (step + 1))
                    .end("step " + step);
        });
        var result =
                world.run(new HttpTarget(url(port, "/0"), "GET", Map.of(), null, 3, null, null, keyword("step 3")));
        assertThat(result).isUp();
        assertThat(result.phases().connectMicros()).isPositive();
    }

    @Test
    void too_many_redirects_are_no_answer() {
        int port = world.page(redirectTo("/"));
        assertThat(world.run(at(port, "/"))).isDown(Reason.STATUS).says("More than 5 redirects");
    }

    @Test
    void a_redirect_that_is_expected_is_not_followed() {
        int port = world.page(redirectTo("http://169.254.169.254/"));
        assertThat(world.run(expecting(port, status("302")))).isUp();
    }

    @Test
    void without_redirects_one_is_an_unexpected_status() {
        int port = world.page(redirectTo("/b"));
        var target = new HttpTarget(url(port, "/"), "GET", Map.of(), null, 0, null, null, null);
        assertThat(world.run(target)).isDown(Reason.STATUS).says("302");
    }

    @Test
    void secrets_stay_with_the_place_that_they_are_for() {
        var seen = new CompletableFuture<String>();
        int other = world.page(request -> {
            seen.complete(request.headers().toString());
            request.response().end();
        });
        int port = world.page(redirectTo("http://b.example:" + other + "/"));
        var secrets = new ProbeSecrets(Map.of("X-Key", "s3cret"), "user", "pa55", null);
        assertThat(world.run(at(port, "/"), secrets, ProbeFixture.TIMEOUT)).isUp();
        assertThat(seen)
                .isCompletedWithValueMatching(headers -> !headers.contains("s3cret") && !headers.contains("Basic"));
    }

    @Test
    void headers_that_say_who_we_are_stay_with_the_place_however_they_are_written() {
        var seen = new CompletableFuture<String>();
        int other = world.page(request -> {
            seen.complete(request.headers().toString());
            request.response().end();
        });
        int port = world.page(redirectTo("http://b.example:" + other + "/"));
        var headers = Map.of("authorization", "Bearer t0ken", "cookie", "session=s3cret", "x-trace", "kept");
        assertThat(world.run(new HttpTarget(url(port, "/"), "GET", headers, null, null, null, null, null)))
                .isUp();
        assertThat(seen)
                .isCompletedWithValueMatching(
                        names -> names.contains("kept") && !names.contains("t0ken") && !names.contains("s3cret"));
    }

    @Test
    void a_post_becomes_a_get_unless_the_status_keeps_it() {
        var seen = ConcurrentHashMap.<String>newKeySet();
        int port = world.page(request -> request.body().onSuccess(body -> {
            seen.add(request.path() + " " + request.method() + " " + body);
            switch (request.path()) {
                case "/see-other" -> redirectTo("/a").handle(request);
                case "/temporary" ->
                    request.response()
                            .setStatusCode(307)
                            .putHeader("Location", "/b")
                            .end();
                default -> request.response().end();
            }
        }));
        for (var path : List.of("/see-other", "/temporary")) {
            assertThat(world.run(new HttpTarget(url(port, path), "POST", Map.of(), "x", null, null, null, null)))
                    .isUp();
        }
        assertThat(seen).contains("/a GET ", "/b POST x");
    }

    // ---- What the answer must hold ---------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "all is well, , , , true",
        "out of order, , , , false",
        ", fatal, , , true",
        ", well, , , false",
        ", , '\"n\":\\s*[0-9]+', , true",
        ", , '^[0-9]+$', , false",
        ", , , $.n, true",
        ", , , $.m, false"
    })
    void the_body_must_be_as_expected(String keyword, String forbidden, String regex, String path, boolean up) {
        int port = world.page(request -> request.response().end("{\"text\": \"all is well\", \"n\": 1}"));
        var expectation = new HttpExpectation(
                null, keyword, forbidden, regex, path == null ? null : new JsonExpectation(path, null), null, null);
        var result = world.run(expecting(port, expectation));
        if (up) {
            assertThat(result).isUp();
        } else {
            assertThat(result).isDown(Reason.ASSERTION);
            assertThat(result.message()).doesNotContain("all is well");
        }
    }

    @Test
    void a_value_in_a_large_document_is_found() {
        var json = "{\"filler\": \"" + "x".repeat(200_000) + "\", \"status\": \"ok\"}";
        int port = world.page(request -> request.response().end(json));
        var expectation = new HttpExpectation(
                null, null, null, null, new JsonExpectation("$.status", TextNode.valueOf("ok")), null, null);
        assertThat(world.run(expecting(port, expectation))).isUp();
    }

    @Test
    void a_regular_expression_that_explodes_elsewhere_takes_no_time_here() {
        int port = world.page(request -> request.response().end("a".repeat(50_000) + "!"));
        var expectation = new HttpExpectation(null, null, null, "^(a+)+$", null, null, null);
        assertThat(world.run(expecting(port, expectation))).isDown(Reason.ASSERTION);
    }

    @Test
    void an_answer_may_be_too_slow_without_being_late() {
        int port = world.page(
                request -> world.vertx.setTimer(60, timer -> request.response().end()));
        var expectation = new HttpExpectation(null, null, null, null, null, Duration.ofMillis(50), null);
        assertThat(world.run(expecting(port, expectation)))
                .isDown(Reason.ASSERTION)
                .says("more than 50 ms");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n28\r\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n"
            })
    void a_body_beyond_the_limit_is_not_read(String answer) {
        int port = world.saying(answer, false);
        var target = new HttpTarget(url(port, "/"), "GET", Map.of(), null, null, 39, null, null);
        assertThat(world.run(target)).isDown(Reason.BODY_LIMIT).says("39");
    }

    @Test
    void who_is_too_busy_to_judge_an_answer_blames_nobody() {
        int port = world.page(request -> request.response().end("1"));
        var expectation = new HttpExpectation(null, null, null, "[0-9]", null, null, null);
        var idle = new CompletableFuture<Void>();
        for (int i = 0; i < VertxOptions.DEFAULT_WORKER_POOL_SIZE; i++) {
            world.vertx.executeBlocking(idle::join, false);
        }

        ProbeResult result;
        try {
            result = world.run(expecting(port, expectation), SHORT);
        } finally {
            idle.complete(null);
        }

        assertThat(result).isUnknown().says("could not be judged in time");
        var phases = result.phases();
        long answered =
                phases.dnsMicros() + phases.connectMicros() + phases.firstByteMicros() + phases.transferMicros();
        assertThat(result.latencyMicros() - answered)
                .as("what is not the target's, in µs")
                .isLessThan(500_000);
        assertThat(world.run(expecting(port, expectation))).isUp();
    }

    // ---- What is down ----------------------------------------------------------------------------------------------

    @Test
    void a_name_that_does_not_exist() {
        assertThat(world.run(HttpTarget.get("http://nowhere.example/"))).isDown(Reason.DNS);
    }

    @Test
    void a_closed_port() {
        assertThat(world.run(at(ProbeFixture.CLOSED_PORT, "/"))).isDown(Reason.CONNECT_REFUSED);
    }

    @Test
    void a_host_that_does_not_answer_at_all() {
        try (var hole = new BlackHole("127.0.0.1")) {
            var result = world.run(at(hole.port(), "/"), SHORT);
            assertThat(result).isDown(Reason.CONNECT_TIMEOUT);
            assertThat(result.latencyMicros()).isBetween(1_400_000L, 5_000_000L);
        }
    }

    @Test
    void a_server_that_listens_and_says_nothing() {
        int port = world.port(socket -> {});
        assertThat(world.run(at(port, "/"), SHORT)).isDown(Reason.TIMEOUT_FIRST_BYTE);
    }

    @Test
    void an_answer_that_never_ends() {
        int port = world.page(request -> {
            var response = request.response().setChunked(true);
            world.vertx.setPeriodic(10, timer -> {
                if (response.closed()) {
                    world.vertx.cancelTimer(timer);
                } else {
                    response.write(".");
                }
            });
        });
        assertThat(world.run(at(port, "/"), SHORT)).isDown(Reason.TIMEOUT_TRANSFER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
                "HTTP/1.1 OK 200\r\n\r\n"
            })
    void an_answer_that_is_not_one(String answer) {
        int port = world.saying(answer, true);
        assertThat(world.run(at(port, "/"))).isDown(Reason.PROTOCOL);
    }

    @Test
    void headers_without_end() {
        int port = world.port(socket -> socket.handler(heard -> {
            socket.handler(null);
            pour(socket, Buffer.buffer("HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(1000)));
        }));
        assertThat(world.run(at(port, "/"))).isDown(Reason.PROTOCOL).says("header");
    }

    // ---- Where checks must not go ----------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data/",
                "http://[::ffff:a9fe:a9fe]/",
                "http://[fd00:ec2::254]/",
                "http://metadata.example/",
                "http://mixed.example/"
            })
    void a_closed_address_is_not_dialled(String url) {
        world.dns.answer("metadata.example", "169.254.169.254").answer("mixed.example", "127.0.0.1", "169.254.169.254");
        assertThat(world.run(HttpTarget.get(url))).isDown(Reason.BLOCKED_TARGET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/",
                "http://2852039166/",
                "//metadata.example/",
                "ftp://a.example/",
                "http://u:p@a.example/"
            })
    void a_redirect_does_not_lead_inside(String location) {
        world.dns.answer("metadata.example", "169.254.169.254");
        int port = world.page(redirectTo(location));
        assertThat(world.run(at(port, "/"))).isDown(Reason.BLOCKED_TARGET);
    }

    @Test
    void a_name_that_changes_its_mind_is_asked_once_per_connection() {
        var asked = new AtomicInteger();
        world.dns.answer(
                "flip.example", Type.A, () -> List.of(asked.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254"));
        int port = world.page(request -> request.response().end());
        assertThat(world.run(HttpTarget.get("http://flip.example:" + port + "/")))
                .isUp();
        assertThat(asked).hasValue(1);
        assertThat(world.run(HttpTarget.get("http://flip.example:" + port + "/")))
                .isDown(Reason.BLOCKED_TARGET);
    }

    @Test
    void a_name_that_changes_its_mind_before_a_redirect_to_itself_is_asked_again() {
        var asked = new AtomicInteger();
        world.dns.answer(
                "flip.example", Type.A, () -> List.of(asked.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254"));
        int port = world.page(redirectTo("/again"));
        assertThat(world.run(HttpTarget.get("http://flip.example:" + port + "/")))
                .isDown(Reason.BLOCKED_TARGET);
        assertThat(asked).hasValue(2);
    }

    // ---- Memory ----------------------------------------------------------------------------------------------------

    @Test
    void answers_that_do_not_end_leave_room_for_short_ones_and_give_back_what_they_took() {
        var part = Buffer.buffer("x".repeat(ProbeFixture.BODIES_MAX_BYTES * 3 / 8));
        int port = world.page(request -> {
            switch (request.path()) {
                case "/short" -> request.response().end("found");
                case "/long" -> request.response().end(part.copy().appendString("found"));
                default -> request.response().setChunked(true).write(part);
            }
        });
        var trickling = world.probes()
                .run(searched("/endless", port), ProbeSecrets.NONE, Duration.ofMinutes(5))
                .subscribe()
                .with(result -> {});
        await().atMost(Duration.ofSeconds(20)).until(() -> held() >= part.length());

        assertThat(world.run(searched("/short", port))).isUp();
        assertThat(world.run(searched("/long", port))).isUnknown().says("monitor.probe.bodies-max");
        trickling.cancel();
        await().atMost(Duration.ofSeconds(20)).until(() -> held() == 0);
        assertThat(world.run(searched("/long", port))).isUp();
    }

    private static double held() {
        return world.meters.get("monitor.probe.body.held").gauge().value();
    }

    private static HttpTarget searched(String path, int port) {
        return new HttpTarget(url(port, path), "GET", Map.of(), null, null, 8 << 20, null, keyword("found"));
    }

    // ---- Being left ------------------------------------------------------------------------------------------------

    @Test
    void a_check_that_nobody_waits_for_gives_its_connection_back() {
        var closed = new CompletableFuture<Void>();
        var connected = new CompletableFuture<Void>();
        int port =
                world.port(socket -> socket.closeHandler(closed::complete).handler(heard -> connected.complete(null)));
        var waiting = world.probes()
                .run(at(port, "/"), ProbeSecrets.NONE, Duration.ofMinutes(1))
                .subscribe()
                .with(result -> {});
        assertThat(connected).succeedsWithin(20, TimeUnit.SECONDS);
        waiting.cancel();
        assertThat(closed).succeedsWithin(20, TimeUnit.SECONDS);
    }

    @Test
    void checks_are_counted_by_kind_and_reason() {
        var counter = world.meters
                .get("monitor.probe")
                .tags("kind", "http", "reason", "status")
                .counter();
        double before = counter.count();
        int port = world.page(request -> request.response().setStatusCode(500).end());
        assertThat(world.run(at(port, "/"))).isDown(Reason.STATUS);
        assertThat(counter.count()).isEqualTo(before + 1);
    }

    private static void pour(NetSocket socket, Buffer part) {
        socket.write(part).onSuccess(written -> pour(socket, Buffer.buffer("x".repeat(1000))));
    }

    private static Handler<HttpServerRequest> redirectTo(String location) {
        return request -> request.response()
                .setStatusCode(302)
                .putHeader("Location", location)
                .end();
    }

    private static String url(int port, String path) {
        return "http://a.example:" + port + path;
    }

    private static HttpTarget at(int port, String path) {
        return HttpTarget.get(url(port, path));
    }

    private static HttpTarget expecting(int port, HttpExpectation expectation) {
        return new HttpTarget(url(port, "/"), "GET", Map.of(), null, null, null, null, expectation);
    }

    private static HttpExpectation status(String ranges) {
        return new HttpExpectation(StatusRanges.of(ranges), null, null, null, null, null, null);
    }

    private static HttpExpectation keyword(String keyword) {
        return new HttpExpectation(null, keyword, null, null, null, null, null);
    }
}
