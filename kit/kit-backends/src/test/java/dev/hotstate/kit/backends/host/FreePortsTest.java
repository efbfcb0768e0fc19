package dev.hotstate.kit.backends.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FreePortsTest {

    @Test
    void cluster_ports_leave_room_for_their_bus_ports_below_those_of_outgoing_connections() {
        assertThat(FreePorts.withBusPort(6))
                .doesNotHaveDuplicates()
                .hasSize(6)
                .allSatisfy(port -> assertThat(port + FreePorts.BUS_OFFSET).isLessThan(32_768));
    }

    @Test
    void a_port_taken_between_search_and_use_leads_to_another_try() {
        var tries = new AtomicInteger();

        var started = FreePorts.retryCollisions(() -> {
            if (tries.incrementAndGet() == 1) {
                throw new BackendFailure("redis-10100 ended with code 1: bind: Address already in use");
            }
            return "started";
        });

        assertThat(started).isEqualTo("started");
        assertThat(tries).hasValue(2);
    }

    @Test
    void another_failure_is_not_tried_again() {
        var tries = new AtomicInteger();

        assertThatThrownBy(() -> FreePorts.retryCollisions(() -> {
                    tries.incrementAndGet();
                    throw new BackendFailure("No space left on device");
                }))
                .hasMessage("No space left on device");
        assertThat(tries).hasValue(1);
    }

    @Test
    void a_port_somebody_listens_on_is_not_free() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.isFree(taken.getLocalPort())).isFalse();
        }
    }
}
