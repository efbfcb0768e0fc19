package dev.hotstate.kit.backends.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hotstate.kit.backends.host.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private HttpServer api;
    private HttpServer management;

    @BeforeEach
    void open() throws IOException {
        api = server();
        management = server();
    }

    @AfterEach
    void close() {
        api.stop(0);
        management.stop(0);
    }

    @Test
    void a_service_is_ready_when_it_says_so_and_answers() {
        answer(management, "/q/health/ready", 200);
        answer(api, "/about", 200);
        assertThat(Readiness.of(port(api), port(management))).isTrue();
    }

    @Test
    void one_that_says_so_before_its_http_port_is_open_is_not_ready() {
        answer(management, "/q/health/ready", 200);
        assertThat(Readiness.of(FreePorts.one(), port(management))).isFalse();
    }

    @Test
    void one_that_answers_and_does_not_say_so_is_not_ready() {
        answer(api, "/about", 200);
        answer(management, "/q/health/ready", 503);
        assertThat(Readiness.of(port(api), port(management))).isFalse();
        assertThat(Readiness.of(port(api), FreePorts.one())).isFalse();
    }

    @Test
    void one_that_fails_its_callers_is_not_ready() {
        answer(management, "/q/health/ready", 200);
        answer(api, "/about", 500);
        assertThat(Readiness.of(port(api), port(management))).isFalse();
    }

    private static HttpServer server() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        return server;
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private static void answer(HttpServer server, String path, int status) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }
}
