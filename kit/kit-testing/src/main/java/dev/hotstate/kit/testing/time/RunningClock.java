package dev.hotstate.kit.testing.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this JVM has been running, without the time for which the machine did not let it. What is promised within a time is
 * measured by this clock: a virtual machine that is held for two seconds breaks no promise of the code, and a code that is two
 * seconds late breaks it by either clock.
 *
 * <p>A thread that wants to run each few milliseconds finds out: when it comes back much later than it wanted to, nobody else got
 * anywhere either, and the rest of that time does not count.
 */
public final class RunningClock {

    private static final long BEAT_NANOS = Duration.ofMillis(5).toNanos();

    /** Of the time between two beats no more than this counts. */
    private static final long BETWEEN_BEATS_MAX_NANOS = Duration.ofMillis(50).toNanos();

    private static final RunningClock THIS_JVM = new RunningClock();

    /** When the last beat was by the clock of the machine, and by this one. */
    private record Beat(long machineNanos, long runningNanos) {

        long runningAt(long nowNanos) {
            return runningNanos + Math.clamp(nowNanos - machineNanos, 0, BETWEEN_BEATS_MAX_NANOS);
        }
    }

    private volatile Beat last = new Beat(System.nanoTime(), 0);

    private RunningClock() {
        var heart = new Thread(this::beat, "running-clock");
        heart.setDaemon(true);
        heart.start();
    }

    /** For differences only, as {@link System#nanoTime}. */
    public static long nanos() {
        return THIS_JVM.last.runningAt(System.nanoTime());
    }

    public static Duration since(long nanos) {
        return Duration.ofNanos(nanos() - nanos);
    }

    private void beat() {
        while (true) {
            LockSupport.parkNanos(BEAT_NANOS);
            long now = System.nanoTime();
            last = new Beat(now, last.runningAt(now));
        }
    }
}
