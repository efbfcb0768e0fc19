package dev.hotstate.metrics.statsd;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.timgroup.statsd.NonBlockingStatsDClientBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;

@QuarkusTest
class StatsdIT {

    @Inject
    StatsdServer server;

    @Inject
    MeterRegistry meters;

    private final String name = newId("statsd").replace('-', '.');

    @Test
    void the_client_of_datadog_is_understood() {
        try (var client = new NonBlockingStatsDClientBuilder()
                .prefix(name)
                .hostname("127.0.0.1")
                .port(server.udpPort())
                .enableTelemetry(false)
                .enableAggregation(false)
                .originDetectionEnabled(false)
                .constantTags("instance:client-1", "env:it")
                .build()) {
            for (int i = 0; i < 10; i++) {
                client.count("jobs", 2, "queue:mail");
            }
            client.incrementCounter("jobs", "queue:mail");
            client.gauge("depth", 7.5);
            client.recordExecutionTime("took", 120);
            client.recordHistogramValue("size", 64);
            client.recordDistributionValue("size", 64);
            client.recordSetValue("visitors", "ada");
            client.recordSetValue("visitors", "bob");
            client.recordSetValue("visitors", "ada");
            client.recordExecutionTime("http", 40, "method:GET", "uri:/not/a/request", "status:200");
            // Closed at once, the client drops what it has not sent yet.
            patiently(() -> {
                assertThat(one("jobs{env=it,queue=mail}")).containsEntry("total", 21.0f);
                assertThat(one("depth{env=it}").get("gauges").toString()).isEqualTo("[{instance=client-1, value=7.5}]");
                assertThat(count("took{env=it}")).isEqualTo(1);
                assertThat(count("size{env=it}")).isEqualTo(2);
                assertThat(one("visitors{env=it}")).containsEntry("different", 2);
                assertThat(count("http{env=it,method=GET,status=200,uri=/not/a/request}"))
                        .isEqualTo(1);
            });
        }
    }

    @Test
    void lines_come_over_tcp_too_and_add_up_over_senders() throws IOException {
        var rest = "%1$s.tcp:5|c\n"
                + "%1$s.tcp:1|c|@0.1\n"
                + "%1$s.level:10|g|#host:a\n"
                + "%1$s.level:-3|g|#host:a\n"
                + "%1$s.level:+2|g|#host:b\n";
        tcp(rest.formatted(name));
        tcp("%s.tcp:4.5|c".formatted(name) + "\n");
        patiently(() -> {
            assertThat(one("tcp")).containsEntry("total", 19.5f);
            assertThat(one("level").get("gauges").toString())
                    .isEqualTo("[{instance=a, value=7.0}, {instance=b, value=2.0}]");
        });
    }

    @Test
    void timers_of_requests_are_requests() throws IOException {
        var place = "/" + newId("statsd");
        udp(("http.server.requests:25|ms|@0.5|#method:GET,uri:%1$s/{id},status:200,instance:mic-1,outcome:SUCCESS\n"
                        + "http.server.requests:75|ms|#method:GET,uri:%1$s/{id},status:500,instance:mic-1")
                .formatted(place));
        patiently(() -> {
            var found = asAdmin()
                    .queryParam("limit", 500)
                    .get("/endpoints")
                    .jsonPath()
                    .getMap("items.find { it.endpoint == 'GET %s/{id}' }".formatted(place));
            assertThat(found).isNotNull().containsEntry("requests", 3).containsEntry("errors", 1);
            assertThat(((Number) found.get("averageMs")).doubleValue()).isCloseTo(125 / 3.0, within(0.01));
        });
    }

    @Test
    void whatever_comes_is_counted_and_ends_nothing() throws IOException {
        double before = lines("malformed");
        var random = new Random(7);
        for (int i = 0; i < 100; i++) {
            var noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            udp(noise);
        }
        udp(new byte[] {'a', (byte) 0xC3, (byte) 0x28, ':', '1', '|', 'c'});
        udp("_sc|check|0\n%s.after:1|c\n%s.broken:x|c".formatted(name, name));
        tcp("x".repeat(20_000));
        tcp("%s.after:1|c\n".formatted(name));
        patiently(() -> {
            assertThat(one("after")).containsEntry("total", 2.0f);
            assertThat(lines("malformed") - before).isGreaterThanOrEqualTo(100);
        });
        assertThat(lines("ignored")).isGreaterThanOrEqualTo(1);
    }

    private double lines(String outcome) {
        return meters.counter("metrics.statsd.lines", "outcome", outcome).count();
    }

    private static void patiently(ThrowingRunnable check) {
        await().atMost(ofSeconds(60)).untilAsserted(check);
    }

    private int count(String rest) {
        return ((Number) ((Map<?, ?>) one(rest).get("values")).get("count")).intValue();
    }

    /** The series of this test with this rest of a name. */
    private Map<String, Object> one(String rest) {
        List<Map<String, Object>> items = asAdmin()
                .queryParam("limit", 500)
                .get("/series")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getList("items");
        var found = items.stream()
                .filter(series -> series.get("series").equals(name + "." + rest))
                .findFirst();
        assertThat(found).as("the series %s.%s", name, rest).isPresent();
        return found.orElseThrow();
    }

    private void udp(String lines) throws IOException {
        udp(lines.getBytes(StandardCharsets.UTF_8));
    }

    private void udp(byte[] bytes) throws IOException {
        try (var socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), server.udpPort()));
        }
    }

    private void tcp(String lines) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.tcpPort())) {
            socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
        }
    }
}
