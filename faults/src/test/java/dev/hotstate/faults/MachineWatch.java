package dev.hotstate.faults;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How long the machine kept some processes from running although they wanted to. The kernel counts for each how long it has waited
 * for a processor; who waits for a disk shows that too; and where the whole machine was held, this thread is late itself. A process that is
 * stopped, asleep, or busy with one long command waits for nothing: that is no excuse for it.
 */
final class MachineWatch implements AutoCloseable {

    private static final Duration BEAT = Duration.ofMillis(50);
    private static final Duration REMEMBERED = Duration.ofSeconds(30);

    private final Supplier<List<Long>> pids;
    private final Map<Long, Long> waitedBefore = new HashMap<>();
    private final Deque<Beat> beats = new ArrayDeque<>();
    private final Thread heart;

    private long collectedBefore = collectedMillis();

    /**
     * Between the beat before and this one.
     *
     * @param late for how long nobody could run
     * @param waited for how long each process could not
     */
    private record Beat(Instant at, Duration late, Map<Long, Duration> waited) {

        Duration stalled(long pid) {
            return max(late, waited.getOrDefault(pid, Duration.ZERO));
        }
    }

    MachineWatch(Supplier<List<Long>> pids) {
        this.pids = pids;
        this.heart = Thread.ofPlatform().daemon().name("machine-watch").start(this::beat);
    }

    /** For how much of some stretch of that length one of them could not run: the worst of all stretches that lie between the two. */
    synchronized Duration worst(Duration stretch, Instant from, Instant to) {
        var between = beats.stream()
                .filter(beat -> !beat.at().isBefore(from)
                        && !beat.at().minus(beat.late()).isAfter(to))
                .toList();
        var worst = Duration.ZERO;
        for (var last : between) {
            var within = between.stream()
                    .filter(beat -> !beat.at().isAfter(last.at())
                            && beat.at().isAfter(last.at().minus(stretch)))
                    .toList();
            for (long pid : last.waited().keySet()) {
                worst = max(
                        worst, within.stream().map(beat -> beat.stalled(pid)).reduce(Duration.ZERO, Duration::plus));
            }
        }
        return worst;
    }

    private void beat() {
        long last = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(BEAT.toNanos());
            long now = System.nanoTime();
            note(Duration.ofNanos(now - last));
            last = now;
        }
    }

    private synchronized void note(Duration sinceLast) {
        var now = Instant.now();
        var waited = new HashMap<Long, Duration>();
        pids.get().forEach(pid -> waited.put(pid, waitsForDisk(pid) ? sinceLast : waited(pid)));
        beats.addLast(new Beat(now, late(sinceLast), waited));
        while (beats.getFirst().at().isBefore(now.minus(REMEMBERED))) {
            beats.removeFirst();
        }
    }

    /** Whoever collects garbage here stalls nobody else. */
    private Duration late(Duration sinceLast) {
        long collected = collectedMillis();
        var late = sinceLast.minus(BEAT).minusMillis(collected - collectedBefore);
        collectedBefore = collected;
        return late.isNegative() ? Duration.ZERO : late;
    }

    /** For a processor, since it was asked last. */
    private Duration waited(long pid) {
        try {
            long nanos = Long.parseLong(read(pid, "schedstat").split(" ")[1]);
            long before = waitedBefore.getOrDefault(pid, nanos);
            waitedBefore.put(pid, nanos);
            return Duration.ofNanos(nanos - before);
        } catch (IOException | IndexOutOfBoundsException ended) {
            return Duration.ZERO;
        }
    }

    private static boolean waitsForDisk(long pid) {
        try {
            var stat = read(pid, "stat");
            return stat.startsWith(") D", stat.lastIndexOf(')'));
        } catch (IOException ended) {
            return false;
        }
    }

    private static String read(long pid, String file) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), file)).strip();
    }

    private static long collectedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    @Override
    public void close() {
        heart.interrupt();
    }
}
