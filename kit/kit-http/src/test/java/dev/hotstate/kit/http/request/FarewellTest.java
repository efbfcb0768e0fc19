package dev.hotstate.kit.http.request;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FarewellTest {

    private final Vertx vertx = Vertx.vertx();
    private final Farewell farewell = new Farewell();
    private final CompletableFuture<RoutingContext> waiting = new CompletableFuture<>();
    private int port;

    @BeforeEach
    void serve() throws Exception {
        var router = Router.router(vertx);
        router.route().handler(farewell::say);
        router.get("/now").handler(request -> request.response().end());
        router.get("/later").handler(waiting::complete);
        var server = vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1");
        port = server.toCompletionStage().toCompletableFuture().get(10, SECONDS).actualPort();
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, SECONDS);
    }

    @Test
    void connections_are_kept_while_nobody_is_going() throws Exception {
        assertThat(connectionHeaderOf("/now").get(10, SECONDS)).isEmpty();
    }

    @Test
    void who_asks_an_instance_that_is_going_is_told_to_connect_anew() throws Exception {
        farewell.begin(new ShutdownDelayInitiatedEvent());

        assertThat(connectionHeaderOf("/now").get(10, SECONDS)).isEqualTo("close");
    }

    @Test
    void so_is_who_had_asked_before_and_waits_for_the_answer() throws Exception {
        var answer = connectionHeaderOf("/later");
        var request = waiting.get(10, SECONDS);

        farewell.begin(new ShutdownDelayInitiatedEvent());
        request.response().end();

        assertThat(answer.get(10, SECONDS)).isEqualTo("close");
    }

    private CompletableFuture<String> connectionHeaderOf(String path) {
        return vertx.createHttpClient()
                .request(HttpMethod.GET, port, "127.0.0.1", path)
                .compose(request -> request.send())
                .map(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(200);
                    var header = answer.getHeader("Connection");
                    return header == null ? "" : header;
                })
                .toCompletionStage()
                .toCompletableFuture();
    }
}
