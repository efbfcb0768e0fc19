package dev.hotstate.kit.http.postgres;

import static dev.hotstate.kit.http.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

@KitTest
class CancelledRequestsIT {

    private static final int REQUESTS = 10_000;
    private static final int AT_ONCE = 64;
    private static final List<String> PATHS = List.of("/slow/query", "/slow/transaction", "/slow/both");

    @TestHTTPResource
    URI service;

    @Inject
    Database database;

    @Inject
    RedisRouter redis;

    @Inject
    MeterRegistry meters;

    @Inject
    SlowResource slow;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int poolSize;

    @Test
    void ten_thousand_clients_that_leave_cost_no_connection() {
        var room = new Semaphore(AT_ONCE);
        var left = new AtomicInteger();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < REQUESTS; i++) {
                int number = i;
                room.acquireUninterruptibly();
                clients.submit(() -> {
                    try {
                        askAndLeave(number);
                        left.incrementAndGet();
                    } finally {
                        room.release();
                    }
                });
            }
        }

        assertThat(left).hasValue(REQUESTS);
        await().atMost(Duration.ofSeconds(60)).until(() -> redis.inFlight() == 0);
        await().atMost(Duration.ofSeconds(60)).until(() -> requestsUnderWay() == 0);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(busyAtServer()).isZero());
        assertThat(connectionsThatCanBeHeldTogether()).isEqualTo(poolSize);
    }

    /** In the middle of a query or a transaction, politely or by a reset. */
    private void askAndLeave(int number) {
        var path = PATHS.get(number % PATHS.size());
        var begun = slow.expect(number);
        try (var socket = new Socket(service.getHost(), service.getPort())) {
            if (number % 2 == 0) {
                socket.setSoLinger(true, 0);
            }
            var request = "GET " + path + "?number=" + number + " HTTP/1.1\r\nHost: x\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            begun.orTimeout(20, TimeUnit.SECONDS).join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double requestsUnderWay() {
        return meters.get("http.server.active.requests").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    private long busyAtServer() {
        return database.query("""
                        select count(*) as busy from pg_stat_activity
                        where usename = current_user and state <> 'idle' and pid <> pg_backend_pid()""")
                .map(rows -> rows.iterator().next().getLong("busy"))
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    /** Each transaction waits, with its connection in hand, for all others to have one. */
    private int connectionsThatCanBeHeldTogether() {
        var held = new AtomicInteger();
        var allHeld = new CompletableFuture<Void>();
        var transactions = IntStream.range(0, poolSize)
                .mapToObj(i -> database.inTransaction(transaction -> {
                    if (held.incrementAndGet() == poolSize) {
                        allHeld.complete(null);
                    }
                    return Uni.createFrom().emitter(done -> allHeld.thenRun(() -> done.complete(null)));
                }))
                .toList();
        Uni.join()
                .all(transactions)
                .andCollectFailures()
                .onFailure()
                .recoverWithNull()
                .await()
                .atMost(Duration.ofSeconds(60));
        return held.get();
    }
}
