package dev.hotstate.monitor.probe;

import static dev.hotstate.monitor.probe.ProbeResultAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.requires.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PingProbeTest {

    @RegisterExtension
    static final ProbeFixture world = new ProbeFixture();

    @Test
    void a_machine_without_ping_says_so_and_blames_nobody() {
        world.start(null, "no-such-ping");
        assertThat(world.run(new PingTarget("127.0.0.1", null))).isUnknown().says("There is no ping");
    }

    @Test
    void an_echo_request_is_really_sent() {
        Requires.command("ping", "install Debian's iputils-ping");
        world.start(null, "ping");

        var result = world.run(new PingTarget("127.0.0.1", null));

        assumeThat(result.reason())
                .as("ping is permitted here: %s", result.message())
                .isNotEqualTo(Reason.SELF_FAULT);
        assertThat(result).isUp();
        assertThat(result.latencyMicros()).isPositive();
    }

    @Test
    void no_echo_reply_in_time_is_the_silence_of_the_host_and_not_of_the_name_server(@TempDir Path folder)
            throws IOException {
        world.start(null, sleeper(folder));

        assertThat(world.run(new PingTarget("127.0.0.1", null), Duration.ofMillis(1_500)))
                .isDown(Reason.TIMEOUT_FIRST_BYTE);
    }

    @Test
    void who_waits_too_long_for_its_turn_blames_nobody(@TempDir Path folder) throws IOException {
        world.start(null, sleeper(folder));
        var first = world.probes()
                .run(new PingTarget("127.0.0.1", null), ProbeSecrets.NONE, Duration.ofSeconds(15))
                .subscribe()
                .with(result -> {});
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(folder.resolve("runs")));

        assertThat(world.run(new PingTarget("127.0.0.1", null), Duration.ofSeconds(2)))
                .isUnknown()
                .says("Too many pings");
        first.cancel();
    }

    /** A ping that hears nothing; one at a time, as this world allows. */
    private static String sleeper(Path folder) throws IOException {
        var command = Files.writeString(
                folder.resolve("ping"), "#!/bin/sh\ntouch " + folder.resolve("runs") + "\nexec sleep 15\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        return command.toString();
    }

    @Test
    void a_closed_address_is_not_asked() {
        assertThat(world.run(new PingTarget("169.254.169.254", null))).isDown(Reason.BLOCKED_TARGET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.049 ms",
                "64 bytes from 127.0.0.1: seq=0 ttl=64 time=0.049 ms",
                "64 bytes from ::1: icmp_seq=1 ttl=64 time=0.049 ms"
            })
    void a_reply_is_up_and_takes_as_long_as_ping_says(String line) {
        var output = new PingOutput(0, "PING 127.0.0.1\n" + line + "\n");
        assertThat(output.failure()).isEmpty();
        assertThat(output.roundTripNanos()).hasValue(49_000);
        assertThat(output.hopLimit()).hasValue(64);
    }

    @Test
    void silence_is_down() {
        var output = new PingOutput(1, "1 packets transmitted, 0 received, 100% packet loss, time 0ms\n");
        assertThat(output.failure()).map(FailurePolicy.Named::reason).contains(Reason.TIMEOUT_FIRST_BYTE);
    }

    @Test
    void a_router_may_say_that_there_is_nobody() {
        var output = new PingOutput(1, "From 10.0.0.1 icmp_seq=1 Destination Host Unreachable\n");
        assertThat(output.failure()).map(FailurePolicy.Named::reason).contains(Reason.UNREACHABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ping: socktype: SOCK_RAW\nping: socket: Operation not permitted",
                "ping: permission denied (are you root?)",
                "ping: Lacking privilege for icmp socket."
            })
    void a_missing_right_is_our_fault(String text) {
        var failure = new PingOutput(2, text).failure().orElseThrow();
        assertThat(failure.reason()).isEqualTo(Reason.SELF_FAULT);
        assertThat(failure.message()).contains("CAP_NET_RAW");
    }
}
