package dev.hotstate.monitor.probe;

import static dev.hotstate.monitor.probe.ProbeResultAssert.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TcpProbeTest {

    @RegisterExtension
    static final ProbeFixture world = new ProbeFixture();

    @Test
    void a_port_that_accepts_is_up() {
        int port = world.port(socket -> {});
        assertThat(world.run(new TcpTarget("a.example", port, null, null, null)))
                .isUp();
    }

    @Test
    void a_closed_port_is_down() {
        assertThat(world.run(new TcpTarget("a.example", ProbeFixture.CLOSED_PORT, null, null, null)))
                .isDown(Reason.CONNECT_REFUSED);
    }

    @Test
    void a_greeting_is_waited_for() {
        int port = world.port(socket -> {
            socket.write("220 mail.ex");
            world.vertx.setTimer(20, timer -> socket.write("ample ESMTP grüß\r\n"));
        });
        assertThat(world.run(new TcpTarget("a.example", port, null, "example ESMTP grüß", null)))
                .isUp();
    }

    @Test
    void what_is_sent_is_answered() {
        int port = world.port(socket ->
                socket.handler(heard -> socket.write(heard.toString().equals("PING\r\n") ? "+PONG\r\n" : "-ERR\r\n")));
        assertThat(world.run(new TcpTarget("a.example", port, "PING\r\n", "+PONG", null)))
                .isUp();
    }

    @Test
    void another_answer_is_not_as_expected() {
        int port = world.saying("-ERR\r\n", true);
        assertThat(world.run(new TcpTarget("a.example", port, "PING\r\n", "+PONG", null)))
                .isDown(Reason.ASSERTION);
    }

    @Test
    void an_endless_answer_is_not_read_for_ever() {
        int port = world.port(socket -> socket.write("x".repeat(100_000)));
        assertThat(world.run(new TcpTarget("a.example", port, null, "never", null)))
                .isDown(Reason.ASSERTION)
                .says("4096");
    }

    @Test
    void silence_is_not_an_answer() {
        int port = world.port(socket -> {});
        assertThat(world.run(new TcpTarget("a.example", port, null, "220", null), Duration.ofMillis(1_500)))
                .isDown(Reason.TIMEOUT_FIRST_BYTE);
    }

    @Test
    void a_port_that_hangs_up_is_down() {
        int port = world.port(socket -> socket.close());
        assertThat(world.run(new TcpTarget("a.example", port, null, "220", null)))
                .isDown(Reason.PROTOCOL);
    }

    @Test
    void a_closed_address_is_not_dialled() {
        assertThat(world.run(new TcpTarget("169.254.169.254", 80, null, null, null)))
                .isDown(Reason.BLOCKED_TARGET);
    }
}
