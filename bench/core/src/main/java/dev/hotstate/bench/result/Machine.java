package dev.hotstate.bench.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the figures were measured on, without naming the host.
 *
 * @param busyBefore load average when the run began: near 0 on a machine that had nothing else to do
 * @param followedConnections how many connections the kernel kept track of when the run ended, for a firewall or for containers:
 *     near 0 where nobody asks for that; the more there are, the dearer each new one is. Null if it can't be told
 */
public record Machine(
        int cores,
        String model,
        long memoryGigabytes,
        String kernel,
        String java,
        double busyBefore,
        @Nullable Long followedConnections) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path FOLLOWED = Path.of("/proc/sys/net/netfilter/nf_conntrack_count");

    public static Machine here(double busyBefore) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                system.getAvailableProcessors(),
                cpuModel(),
                system.getTotalMemorySize() >> 30,
                system.getName() + " " + system.getVersion(),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                busyBefore,
                inTableOfConnections());
    }

    private static @Nullable Long inTableOfConnections() {
        try {
            return Long.valueOf(Files.readString(FOLLOWED).strip());
        } catch (IOException noSuchTable) {
            return null;
        }
    }

    private static String cpuModel() {
        try (var lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown model");
        } catch (IOException e) {
            return "unknown model";
        }
    }
}
