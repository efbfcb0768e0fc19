package dev.hotstate.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.bench.race.CpuMeter.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuMeterTest {

    @Test
    void divides_the_cpu_used_between_two_readings_by_the_operations() {
        // Given
        var before = new Reading(Map.of("service", cpu(100, 50)));
        var after = new Reading(Map.of("service", cpu(400, 150)));
        // When
        var sample = after.perOperationSince(before, 10_000);
        // Then
        assertThat(sample.values()).containsExactly(Map.entry("service µs/op", 40.0));
    }

    @Test
    void adds_up_the_processes_of_a_role() {
        // Given
        long self = ProcessHandle.current().pid();
        var once = new CpuMeter(Map.of("redis", List.of(self)));
        var twice = new CpuMeter(Map.of("redis", List.of(self, self)));
        // When
        var before = once.read().cpuByRole().get("redis").total();
        var doubled = twice.read().cpuByRole().get("redis").total();
        var after = once.read().cpuByRole().get("redis").total();
        // Then
        assertThat(doubled).isBetween(before.multipliedBy(2), after.multipliedBy(2));
    }

    private static ProcessCpu cpu(int userMillis, int systemMillis) {
        return new ProcessCpu(Duration.ofMillis(userMillis), Duration.ofMillis(systemMillis));
    }
}
