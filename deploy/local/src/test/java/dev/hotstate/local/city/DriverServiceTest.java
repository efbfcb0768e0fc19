package dev.hotstate.local.city;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the drivers of the demo leave, told by what is asked of the service. */
class DriverServiceTest {

    private static final int DRIVERS = 100;

    private final Set<String> asked = new ConcurrentSkipListSet<>();
    private HttpServer server;
    private String refused = "";
    private DriverService service;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            var path = exchange.getRequestURI().getPath();
            asked.add(path + " " + new String(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(path.equals(refused) ? 503 : 204, -1);
            exchange.close();
        });
        server.start();
        var port = server.getAddress().getPort();
        service = new DriverService(new ServiceApi(URI.create("http://127.0.0.1:" + port), null));
    }

    @AfterEach
    void close() throws IOException {
        service.close();
        server.stop(0);
    }

    @Test
    void everybody_is_logged_out() throws IOException {
        service.logOut(drivers());

        assertThat(asked).hasSize(DRIVERS).contains("/drivers/ber-7/offline {\"reason\":\"end of the demo\"}");
    }

    @Test
    void who_could_not_be_logged_out_is_told_and_keeps_nobody_else() {
        refused = "/drivers/ber-7/offline";

        assertThatThrownBy(() -> service.logOut(drivers())).hasMessage("1 of the drivers could not be logged out");
        assertThat(asked).hasSize(DRIVERS);
    }

    private static List<String> drivers() {
        return IntStream.range(0, DRIVERS).mapToObj(number -> "ber-" + number).toList();
    }
}
