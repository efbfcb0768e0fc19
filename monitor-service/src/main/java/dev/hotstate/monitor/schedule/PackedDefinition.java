package dev.hotstate.monitor.schedule;

import dev.hotstate.monitor.definition.Monitor;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What scripts have to know of a definition, as a field of {@code meta}: see MonitorKeys. */
public final class PackedDefinition {

    private static final long NO_PUSH = -1;
    private static final int VERSION_FIELD = 7;

    private PackedDefinition() {}

    public static String of(Monitor monitor) {
        var spec = monitor.spec();
        var push = spec.push();
        return LongStream.of(
                        spec.interval().toMillis(),
                        SchedulePolicy.phase(monitor.id(), spec.interval()).toMillis(),
                        spec.timeout().toMillis(),
                        spec.retries(),
                        spec.retryDelay().toMillis(),
                        spec.failureThreshold(),
                        spec.recoveryThreshold(),
                        monitor.version(),
                        push == null ? NO_PUSH : push.grace().toMillis())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    /** The version of a field that was read. */
    public static int version(String packed) {
        return Integer.parseInt(packed.split(" ")[VERSION_FIELD]);
    }
}
