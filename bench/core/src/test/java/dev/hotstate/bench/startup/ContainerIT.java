package dev.hotstate.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of podman, told by one that only writes it down: few machines have the other one, and an image. */
class ContainerIT {

    private static final String REMOVAL = "rm -f -t 0 c0ffee";

    @TempDir
    private Path folder;

    private Path asked;

    @BeforeEach
    void open() throws IOException {
        asked = Files.createFile(folder.resolve("asked"));
    }

    @Test
    void a_container_is_removed_when_it_is_killed() throws Exception {
        standIn("echo c0ffee");

        var container = Container.start("image", environment());
        assertThat(container.pid()).isEqualTo(4711);
        assertThat(Files.readAllLines(asked)).doesNotContain(REMOVAL);
        container.kill();

        assertThat(Files.readAllLines(asked)).last().isEqualTo(REMOVAL);
    }

    @Test
    void a_container_is_removed_when_the_benchmark_is_killed() throws Exception {
        standIn("echo c0ffee");
        var benchmark = benchmark();
        assertThat(benchmark.inputReader().readLine()).isEqualTo("started");

        benchmark.destroyForcibly();

        awaitAsked(REMOVAL);
    }

    @Test
    void a_container_is_removed_when_the_benchmark_is_killed_while_podman_starts_it() throws Exception {
        standIn("until [ -e ${0%/*}/dead ]; do sleep 0.02; done; echo c0ffee");
        var benchmark = benchmark();
        awaitAsked("run -d");

        benchmark.destroyForcibly().waitFor();
        Files.createFile(folder.resolve("dead"));

        awaitAsked(REMOVAL);
    }

    @Test
    void what_podman_does_not_start_is_no_container() throws Exception {
        standIn("exit 125");

        assertThatThrownBy(() -> Container.start("image", environment()))
                .isInstanceOf(IOException.class)
                .hasMessage("podman has not started image");
        assertThat(Files.readAllLines(asked)).noneMatch(words -> words.startsWith("rm"));
    }

    private void awaitAsked(String words) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Files.readString(asked)).contains(words));
    }

    /** @param run what it does when it shall start a container */
    private void standIn(String run) throws IOException {
        var podman = Files.writeString(folder.resolve("podman"), """
                #!/bin/sh
                echo "$*" >>${0%%/*}/asked
                case $1 in
                  run) %s ;;
                  inspect) echo 4711 ;;
                esac
                """.formatted(run));
        Files.setPosixFilePermissions(podman, PosixFilePermissions.fromString("rwx------"));
    }

    private Map<String, String> environment() {
        return Map.of("PATH", folder + ":" + System.getenv("PATH"));
    }

    private Process benchmark() throws IOException {
        var command = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StartsContainer.class.getName()));
        command.environment().putAll(environment());
        return command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** What is killed. */
    static final class StartsContainer {

        public static void main(String[] arguments) throws Exception {
            Container.start("image", Map.of());
            System.out.println("started");
            Thread.currentThread().join();
        }
    }
}
