package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.testing.process.ProcessTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can go wrong with {@code up}: one clear line at the end, an exit code that is not 0, nothing left running. */
class UpFailureIT {

    @TempDir
    static Path folder;

    private static Checkout checkout;

    private ProcessTree before;

    @BeforeAll
    static void copy() throws IOException {
        checkout = Checkout.packaged(folder);
    }

    @BeforeEach
    void lookAtProcesses() {
        before = ProcessTree.startedHere();
    }

    @AfterEach
    void nothing_is_left_running() {
        ProcessTree.startedHere().since(before).assertGoneWithin(ScriptRun.SOON);
    }

    @Test
    void a_port_in_use_is_named_with_its_holder() throws IOException {
        int port = checkout.services().get(1).httpPort();
        try (var holder = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                var up = checkout.hotstate("up")) {
            assertThat(up.exitCode()).isNotZero();
            assertThat(up.lastLine())
                    .contains("Port " + port + ", which driver-service needs, is in use by process "
                            + ProcessHandle.current().pid())
                    .endsWith("HOTSTATE_PORT_OFFSET=" + (portOffset() + 100));
        }
    }

    private static int portOffset() {
        return Integer.parseInt(checkout.environment().get("HOTSTATE_PORT_OFFSET"));
    }

    @Test
    void a_full_disk_is_named_with_what_is_needed() {
        try (var up = checkout.hotstate(Map.of("HOTSTATE_FREE_MIN_MB", "2000000000"), "up")) {
            assertThat(up.exitCode()).isEqualTo(1);
            assertThat(up.lastLine())
                    .matches(
                            "hotstate: Only \\d+ MB are free in .*; Redis and Postgres need 2000000000 MB to start: make room there")
                    .contains(checkout.file(".hotstate/data").toString());
            assertThat(up.output()).doesNotContain("ready after");
        }
    }

    @Test
    void a_service_that_dies_at_start_shows_the_end_of_its_log() {
        try (var up = checkout.hotstate(Map.of("HOTSTATE_DAG_QUARKUS_DATASOURCE_USERNAME", "nobody"), "up")) {
            assertThat(up.exitCode()).isNotZero();
            assertThat(up.output()).contains("nobody");
            assertThat(up.lastLine())
                    .contains("dag-scheduler ended at start with exit code 1")
                    .contains(".hotstate/logs/dag-scheduler.log");
        }
    }

    /** Found while Redis and Postgres run, by code that does not expect it. */
    @Test
    void what_nobody_foresaw_is_an_error_too() throws IOException {
        var passwords = checkout.file(".hotstate/data/backends.properties");
        Files.createDirectories(passwords.getParent());
        Files.writeString(passwords, "cut=off\\uzzzz");
        try (var up = checkout.hotstate("up")) {
            assertThat(up.exitCode()).isEqualTo(1);
            assertThat(up.lastLine())
                    .startsWith("hotstate: This was not foreseen: ")
                    .contains("IllegalArgumentException")
                    .endsWith(".hotstate/logs/unforeseen.txt");
            assertThat(up.output()).doesNotContain("\tat ");
            assertThat(checkout.file(".hotstate/logs/unforeseen.txt")).content().contains("\tat ");
        } finally {
            Folders.delete(passwords.getParent());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HOTSTATE_MONITOR_QUARKUS_DATASOURCE_JDBC_URL | jdbc:postgresql://db/h | needs both QUARKUS_DATASOURCE_REACTIVE_URL
            HOTSTATE_DRIVER_QUARKUS_HTTP_PORT            | eighty                 | it must be a number
            HOTSTATE_MONITOR_PROBE_PINGS_MAX             | 8                      | means nothing; after HOTSTATE_MONITOR_ comes
            HOTSTATE_FREE_MIN_MB                         | much                   | it must be a number
            HOTSTATE_DEMO_JOBS                           | 121                    | it must lie between 0 and 120
            """)
    void a_setting_that_cannot_be_is_refused_in_one_line(String name, String value, String answer) {
        try (var up = checkout.hotstate(Map.of(name, value), "up")) {
            assertThat(up.exitCode()).isEqualTo(1);
            assertThat(up.output().lines())
                    .singleElement()
                    .asString()
                    .startsWith("hotstate: ")
                    .contains(answer);
        }
    }
}
