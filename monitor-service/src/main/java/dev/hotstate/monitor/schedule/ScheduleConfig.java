package dev.hotstate.monitor.schedule;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;

@ConfigMapping(prefix = "monitor.schedule")
public interface ScheduleConfig {

    /** Whether this instance runs checks; one that does not only serves requests. */
    @WithDefault("true")
    boolean enabled();

    /** Checks say up without asking their targets, to measure the schedule alone; refused in prod. */
    @WithDefault("false")
    boolean dryRun();

    /** How long a lease outlives the timeout of its check: the time to hand in the result, also across a failover. At most a minute. */
    @WithDefault("10s")
    @NotNull
    @DurationMax(seconds = 60)
    Duration leaseMargin();

    /** How often what is due is looked for in this process; costs nothing in Redis. */
    @WithDefault("20ms")
    @NotNull
    Duration tick();

    /** A partition is asked at most this often: what falls due in between is claimed together. */
    @WithDefault("100ms")
    @NotNull
    Duration pollMin();

    /** A partition that has brought something new is asked again at the latest after this time. */
    @WithDefault("1s")
    @NotNull
    Duration pollMax();

    /**
     * One that brings nothing new is asked ever more rarely, down to this, which bounds how long a change by another instance
     * stays unseen if nobody was told of it. An idle instance sends 64 claims in this time.
     */
    @WithDefault("10s")
    @NotNull
    Duration pollQuietMax();

    /** Monitors claimed by one script. */
    @WithDefault("100")
    @Min(1)
    @Max(500)
    int batchMax();

    /** Checks under way that have not turned slow. */
    @WithDefault("1000")
    @Min(1)
    @Max(20_000)
    int checksMax();

    /** After this long a check counts as slow, and no longer takes the place of others. */
    @WithDefault("1s")
    @NotNull
    Duration slowAfter();

    /** Slow checks under way, above which hosts that are known to be slow have to wait. */
    @WithDefault("2000")
    @Min(1)
    @Max(20_000)
    int slowChecksMax();

    /**
     * Checks of one host under way on one instance, so that n instances may have n times as many. Four times as many may stand in
     * line for it, unless it is slow.
     */
    @WithDefault("32")
    @Min(1)
    @Max(1_000)
    int checksPerHostMax();

    /** How long a check stands in line for its host, and how long it then waits for its next try. */
    @WithDefault("1s")
    @NotNull
    Duration hostPause();

    /** State changes of one partition that wait for their consumer, above which nothing is claimed. */
    @WithDefault("200000")
    @Min(1_000)
    long backlogMax();

    /** The share of its maxmemory that a node of Redis may use, above which nothing is claimed from its partitions. */
    @WithDefault("0.70")
    @DecimalMin("0.1")
    @DecimalMax("1.0")
    double memoryMax();

    /** A schedule that has stood still for so long, though something was due, makes the process fail its liveness. */
    @WithDefault("60s")
    @NotNull
    Duration stuckAfter();

    /** How long an orderly stop waits for checks under way, before it gives them back. */
    @WithDefault("2s")
    @NotNull
    Duration farewell();
}
