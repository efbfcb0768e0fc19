package dev.hotstate.kit.backends.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortHolderTest {

    @Test
    void a_listening_process_is_named_with_its_command() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(PortHolder.describe(socket.getLocalPort()))
                    .hasValueSatisfying(words -> assertThat(words)
                            .startsWith("process " + ProcessHandle.current().pid() + " (")
                            .contains("java"));
        }
    }

    @Test
    void nobody_holds_a_free_port() {
        assertThat(PortHolder.describe(FreePorts.one())).isEmpty();
    }

    @Test
    void a_port_in_use_is_refused_with_its_purpose_and_its_holder() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            assertThatThrownBy(() -> FreePorts.refuseInUse(port, "the shop needs"))
                    .isInstanceOf(BackendFailure.class)
                    .hasMessageStartingWith("Port " + port + ", which the shop needs, is in use by process ");
        }
    }
}
