package dev.hotstate.local.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A small web server on this machine, so that there is something to watch that is not always well, and somebody who is told. */
final class Targets {

    private static final int BAD_GATEWAY = 502;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    private final HttpServer server;
    private final Clock clock;
    private final AtomicLong alerts = new AtomicLong();

    private Targets(HttpServer server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /** On that port, else on a free one. */
    static Targets open(int port) throws IOException {
        var targets = new Targets(bind(port), Clock.systemUTC());
        targets.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        targets.server.createContext("/", targets::answer);
        targets.server.start();
        return targets;
    }

    private static HttpServer bind(int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException taken) {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** How many alerts have arrived. */
    long alerts() {
        return alerts.get();
    }

    private void answer(HttpExchange visit) throws IOException {
        try (visit) {
            visit.getRequestBody().readAllBytes();
            var path = visit.getRequestURI().getPath();
            if (path.equals("/alerts")) {
                alerts.incrementAndGet();
                visit.sendResponseHeaders(NO_CONTENT, -1);
                return;
            }
            LockSupport.parkNanos(TargetPolicy.delay(path, now()).toNanos());
            boolean isWell = TargetPolicy.isWell(path, now());
            var text = (isWell ? "{\"status\": \"ok\"}" : "{\"status\": \"out of order\"}")
                    .getBytes(StandardCharsets.UTF_8);
            visit.getResponseHeaders().set("Content-Type", "application/json");
            visit.sendResponseHeaders(isWell ? OK : BAD_GATEWAY, text.length);
            visit.getResponseBody().write(text);
        }
    }

    private Instant now() {
        return clock.instant();
    }
}
