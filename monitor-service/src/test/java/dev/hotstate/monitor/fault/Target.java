package dev.hotstate.monitor.fault;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What is monitored: remembers every visit, and answers as told, or later, or never. */
final class Target implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, List<Instant>> visits = new ConcurrentHashMap<>();
    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final HttpServer server;

    /** Visitors that wait for their answer; null while nobody has to. */
    private @Nullable List<HttpServerRequest> waiting;

    Target() {
        server = vertx.createHttpServer()
                .requestHandler(this::take)
                .listen(0, "0.0.0.0")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    String url(String path) {
        return url("127.0.0.1", path);
    }

    /** On Linux every address of 127.0.0.0/8 is this machine, and to the schedule each is a host of its own. */
    String url(String host, String path) {
        return "http://" + host + ":" + server.actualPort() + path;
    }

    void answer(String path, int status) {
        statuses.put(path, status);
    }

    /** From now on visitors wait. */
    synchronized void hold() {
        waiting = new ArrayList<>();
    }

    /** Those who wait get their answer now, and so do those who come. */
    synchronized void release() {
        var all = waiting == null ? List.<HttpServerRequest>of() : List.copyOf(waiting);
        waiting = null;
        all.forEach(this::reply);
    }

    List<Instant> visits(String path) {
        return visits.getOrDefault(path, List.of());
    }

    long visitsBetween(String path, Instant from, Instant to) {
        return visits(path).stream()
                .filter(at -> !at.isBefore(from) && at.isBefore(to))
                .count();
    }

    boolean wasVisitedAfter(String path, Instant since) {
        return visits(path).stream().anyMatch(at -> at.isAfter(since));
    }

    private synchronized void take(HttpServerRequest request) {
        visits.computeIfAbsent(request.path(), path -> new CopyOnWriteArrayList<>())
                .add(Instant.now());
        if (waiting == null) {
            reply(request);
        } else {
            waiting.add(request);
        }
    }

    private void reply(HttpServerRequest request) {
        request.response()
                .setStatusCode(statuses.getOrDefault(request.path(), 200))
                .end();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
