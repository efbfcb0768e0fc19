package dev.hotstate.bench.race;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Charges CPU to roles ("service", "redis", "load"), each played by one or more processes, and divides it by the
 * operations done meanwhile.
 */
public final class CpuMeter {

    private final Map<String, List<Long>> pidsByRole;

    public CpuMeter(Map<String, List<Long>> pidsByRole) {
        this.pidsByRole = Collections.unmodifiableMap(new LinkedHashMap<>(pidsByRole));
    }

    /** The column that holds a role's CPU per operation. */
    public static String metric(String role) {
        return role + " µs/op";
    }

    public Reading read() {
        var cpuByRole = new LinkedHashMap<String, ProcessCpu>();
        pidsByRole.forEach((role, pids) ->
                cpuByRole.put(role, pids.stream().map(ProcessCpu::ofTree).reduce(ProcessCpu.NONE, ProcessCpu::plus)));
        return new Reading(cpuByRole);
    }

    public record Reading(Map<String, ProcessCpu> cpuByRole) {

        /** CPU microseconds per operation of each role since an earlier reading of the same meter. */
        public Sample perOperationSince(Reading earlier, long operations) {
            var values = new LinkedHashMap<String, Double>();
            cpuByRole.forEach((role, cpu) -> {
                var used = cpu.minus(earlier.cpuByRole.getOrDefault(role, ProcessCpu.NONE));
                values.put(metric(role), used.total().toNanos() / 1_000.0 / operations);
            });
            return new Sample(values);
        }
    }
}
