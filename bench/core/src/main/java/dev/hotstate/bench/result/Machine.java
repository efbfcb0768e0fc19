package dev.hotstate.bench.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the figures were measured on, without naming the host.
 *
 * @param busyBefore load average when the run began: near 0 on a machine that had nothing else to do
 */
public record Machine(int cores, String model, long memoryGigabytes, String kernel, String java, double busyBefore) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    public static Machine here(double busyBefore) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                system.getAvailableProcessors(),
                cpuModel(),
                system.getTotalMemorySize() >> 30,
                system.getName() + " " + system.getVersion(),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                busyBefore);
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
