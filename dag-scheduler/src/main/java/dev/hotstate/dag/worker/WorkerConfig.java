package dev.hotstate.dag.worker;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "dag.worker")
public interface WorkerConfig {

    /** How often the partitions of a queue are looked at while workers wait for it: what a lost wake-up costs. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(minutes = 1)
    Duration sweepPeriod();

    /** How often pauses and limits of queues are read again: how long another instance may go by the old ones. */
    @WithDefault("1s")
    @NotNull
    @DurationMin(millis = 50)
    @DurationMax(minutes = 1)
    Duration settingsPeriod();

    /** How long a worker counts as alive after its last claim or heartbeat. */
    @WithDefault("60s")
    @NotNull
    @DurationMin(seconds = 5)
    @DurationMax(hours = 1)
    Duration lifetime();

    /** Workers that may wait at this instance at once. */
    @WithDefault("2000")
    @Min(1)
    @Max(100_000)
    int waitingMax();

    /** Bytes that a task may leave for its children. */
    @WithDefault("16384")
    @Min(0)
    @Max(1_048_576)
    int outputBytesMax();

    /** Bytes of parents' outputs that are handed to one task; what does not fit can be asked for. */
    @WithDefault("262144")
    @Min(0)
    @Max(8_388_608)
    int inputBytesMax();
}
