package dev.hotstate.kit.backends.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenPortsTest {

    private static final int PORT = 12_345;

    @TempDir
    Path temp;

    @Test
    void a_port_is_given_once_until_its_process_has_ended() {
        var ports = new GivenPorts(temp.resolve("ports"));
        var process = ChildProcess.start(ChildCommand.of("sleeper", temp, List.of("sleep", "600")));
        var other = ProcessHandle.of(process.pid()).orElseThrow();

        assertThat(ports.give(PORT, other)).isTrue();
        assertThat(ports.give(PORT, ProcessHandle.current())).isFalse();
        assertThat(ports.give(PORT, other)).as("twice to the same").isFalse();
        assertThat(ports.give(PORT + 1, ProcessHandle.current())).isTrue();

        process.kill();

        assertThat(ports.give(PORT, ProcessHandle.current())).isTrue();
    }
}
