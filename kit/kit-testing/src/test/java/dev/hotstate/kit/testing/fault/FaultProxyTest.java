package dev.hotstate.kit.testing.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.time.RunningClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {

    private EchoServer echo;
    private FaultProxy proxy;
    private FaultRoute route;

    @BeforeEach
    void start() throws IOException {
        echo = new EchoServer();
        proxy = FaultProxy.to(echo.address());
        route = proxy.route();
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void bytes_pass_both_ways_and_are_counted() throws IOException {
        try (var client = connect()) {
            assertThat(roundTrip(client, "hello")).isEqualTo("hello");
        }

        assertThat(route.bytesSent()).isEqualTo(5);
        assertThat(route.bytesReceived()).isEqualTo(5);
        assertThat(route.connectionsAccepted()).isEqualTo(1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(route.connectionsOpen()).isZero());
    }

    @Test
    void a_slow_route_delays_each_direction() throws IOException {
        try (var client = connect()) {
            route.slow(Duration.ofMillis(60));

            var began = System.nanoTime();
            roundTrip(client, "hello");

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(120));
        }
    }

    @Test
    void a_delay_takes_no_throughput_away() throws IOException {
        try (var client = connect()) {
            route.slow(Duration.ofMillis(100));
            var big = "x".repeat(500_000);

            var began = RunningClock.nanos();
            assertThat(roundTrip(client, big)).isEqualTo(big);

            // 30 chunks one after another would take 6 s.
            assertThat(RunningClock.since(began)).isLessThan(Duration.ofSeconds(3));
        }
    }

    @Test
    void a_black_hole_swallows_on_established_and_new_connections() throws IOException {
        try (var established = connect()) {
            roundTrip(established, "before");

            route.blackhole();

            assertSilent(established);
            try (var late = connect()) {
                assertSilent(late);
            }
            assertThat(route.bytesSent()).isEqualTo("before".length());
        }
    }

    @Test
    void a_connection_that_lost_bytes_is_reset_when_the_black_hole_closes() throws IOException {
        try (var client = connect();
                var idle = connect()) {
            roundTrip(idle, "a");
            route.blackhole();
            assertSilent(client);

            route.pass();

            assertThatThrownBy(() -> roundTrip(client, "late")).isInstanceOf(IOException.class);
            assertThat(roundTrip(idle, "b")).isEqualTo("b");
        }
    }

    @Test
    void a_stalled_route_delivers_everything_later() throws IOException {
        try (var client = connect()) {
            route.stall();
            assertSilent(client);

            route.pass();

            assertThat(read(client, 5)).isEqualTo("lost?");
        }
    }

    @Test
    void a_connection_that_is_ignored_stays_so_until_its_client_closes_it() throws IOException {
        try (var established = connect()) {
            roundTrip(established, "before");
            route.ignore();
            try (var ignored = connect()) {
                assertSilent(ignored);
                assertThat(roundTrip(established, "during")).isEqualTo("during");

                route.pass();

                assertSilent(ignored);
                assertThat(route.connectionsOpen()).isEqualTo(2);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> route.connectionsOpen() == 1);
        }
    }

    @Test
    void a_reset_hits_established_and_new_connections() throws IOException {
        try (var client = connect()) {
            roundTrip(client, "before");

            route.reset();

            // Only read: a write would get the error that the reset left, and reading would see a plain end.
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessage("Connection reset");
            assertThatThrownBy(() -> {
                        try (var late = connect()) {
                            roundTrip(late, "late");
                            roundTrip(late, "later");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        route.pass();
        try (var client = connect()) {
            assertThat(roundTrip(client, "again")).isEqualTo("again");
        }
    }

    @Test
    void a_dead_upstream_shows_as_a_closed_connection() throws IOException {
        echo.close();

        assertThatThrownBy(() -> {
                    try (var client = connect()) {
                        roundTrip(client, "anybody?");
                    }
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void several_upstreams_have_routes_of_their_own() throws IOException {
        try (var other = new EchoServer();
                var both = FaultProxy.to(echo.address(), other.address())) {
            both.route(echo.address()).blackhole();

            try (var client = new Socket(
                    InetAddress.getLoopbackAddress(),
                    both.route(other.address()).port())) {
                assertThat(roundTrip(client, "hello")).isEqualTo("hello");
            }
            try (var client = new Socket(
                    InetAddress.getLoopbackAddress(), both.route(echo.address()).port())) {
                assertSilent(client);
            }
            assertThatThrownBy(both::route).hasMessageContaining("name the upstream");
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), route.port());
    }

    private static String roundTrip(Socket client, String text) throws IOException {
        client.setSoTimeout(30_000);
        Thread.startVirtualThread(() -> {
            try {
                client.getOutputStream().write(text.getBytes());
            } catch (IOException e) {
                // The reader sees the same trouble.
            }
        });
        return read(client, text.length());
    }

    private static String read(Socket client, int length) throws IOException {
        var bytes = client.getInputStream().readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("end of stream after " + bytes.length + " of " + length + " bytes");
        }
        return new String(bytes);
    }

    private static void assertSilent(Socket client) throws IOException {
        client.setSoTimeout(100);
        client.getOutputStream().write("lost?".getBytes());
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout(30_000);
    }

    /** Sends back what it gets. */
    private static final class EchoServer implements AutoCloseable {

        private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        EchoServer() throws IOException {
            Thread.startVirtualThread(() -> {
                while (!door.isClosed()) {
                    try {
                        var client = door.accept();
                        Thread.startVirtualThread(() -> echo(client));
                    } catch (IOException e) {
                        return;
                    }
                }
            });
        }

        InetSocketAddress address() {
            return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
        }

        private static void echo(Socket client) {
            try (client) {
                client.getInputStream().transferTo(client.getOutputStream());
            } catch (IOException e) {
                // The client is gone.
            }
        }

        @Override
        public void close() throws IOException {
            door.close();
        }
    }
}
