package dev.hotstate.kit.testing.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.process.ProcessTree;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing survives a test, even one that is killed. */
class KilledTestJvmIT {

    @Test
    void a_killed_jvm_takes_its_cluster_along(@TempDir Path folder) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // Its files stay behind; here they go with the test.
        var files = "-Djava.io.tmpdir=" + folder;
        var jvm = new ProcessBuilder(java, files, "-cp", absoluteClassPath(), StartsCluster.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(jvm.inputReader().readLine()).isEqualTo("started");
        var family = ProcessTree.of(jvm.toHandle());
        assertThat(family.members()).hasSizeGreaterThan(6);

        jvm.destroyForcibly();

        family.assertGoneWithin(Duration.ofSeconds(30));
    }

    private static String absoluteClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What the killed JVM was doing. */
    static final class StartsCluster {

        public static void main(String[] arguments) throws Exception {
            RedisClusterHarness.plan().start();
            System.out.println("started");
            Thread.currentThread().join();
        }
    }
}
