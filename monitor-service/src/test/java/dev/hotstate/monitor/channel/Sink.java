package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A receiver of alerts that remembers what it heard, and answers as told. */
public final class Sink implements AutoCloseable {

    /** What arrived. */
    public record Heard(String path, MultiMap headers, String body) {

        public JsonNode json() {
            try {
                return new ObjectMapper().readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError(body, e);
            }
        }

        public String key() {
            return headers.get("webhook-id");
        }
    }

    private final List<Heard> heard = new CopyOnWriteArrayList<>();
    /** Its own: that of the application would measure this server as one of its own. */
    private final Vertx vertx = Vertx.vertx();

    private final HttpServer server;
    private volatile Consumer<HttpServerResponse> answer;

    private Sink() {
        answerWith(200);
        server = vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    heard.add(new Heard(request.path(), request.headers(), body.toString()));
                    answer.accept(request.response());
                }))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    public static Sink open() {
        return new Sink();
    }

    public String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/hook";
    }

    public List<Heard> heard() {
        return heard;
    }

    /** What arrived under each idempotency key first, in that order. */
    public Map<String, Heard> byKey() {
        var first = new LinkedHashMap<String, Heard>();
        heard.forEach(one -> first.putIfAbsent(one.key(), one));
        return first;
    }

    public void answerWith(int status) {
        answer = response -> response.setStatusCode(status).end();
    }

    public void answer(Consumer<HttpServerResponse> how) {
        answer = how;
    }

    /** Hears, and never answers. */
    public void hang() {
        answer = response -> {};
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
