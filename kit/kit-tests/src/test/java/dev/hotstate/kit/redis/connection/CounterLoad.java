package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.time.RunningClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Steady increments of counters spread over all shards, while a test breaks things. Each worker owns one counter, so it
 * knows what every reply may be: more than was acknowledged, at most that plus what is unknown.
 */
final class CounterLoad implements AutoCloseable {

    private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

    /** A deadline that ran out while the machine stood still for that long says nothing about anybody. */
    private static final Duration STANDSTILL = Duration.ofMillis(200);

    /**
     * One increment: of what, when by the {@link RunningClock}, how long it took, for how long the machine stood still meanwhile, and
     * what went wrong.
     */
    record Try(
            RedisKey key,
            long startedAt,
            Duration took,
            Duration stood,
            @Nullable RedisFailure failure) {

        boolean failed() {
            return failure != null && !isOfTheMachine();
        }

        private boolean isOfTheMachine() {
            return ranOut() && stood.compareTo(STANDSTILL) > 0;
        }

        /** Its deadline, before it was sent or afterwards. */
        boolean ranOut() {
            return failure instanceof RedisTimedOut timeout && timeout.reason() == RedisTimedOut.Reason.DEADLINE
                    || failure instanceof RedisUnavailable unavailable
                            && unavailable.reason() == RedisUnavailable.Reason.TOO_LATE;
        }

        long endedAt() {
            return startedAt + took.toNanos();
        }
    }

    /** What a worker knows about its counter. */
    static final class Counter {
        final RedisKey key;
        volatile long acknowledged;
        volatile long unknown;
        volatile @Nullable String wrongReply;

        Counter(RedisKey key) {
            this.key = key;
        }

        private void replied(long value) {
            if (value <= acknowledged || value > acknowledged + unknown + 1) {
                wrongReply = "%s: replied %d after %d acknowledged and %d unknown"
                        .formatted(key, value, acknowledged, unknown);
            }
            unknown = Math.max(0, acknowledged + unknown + 1 - value);
            acknowledged = value;
        }
    }

    private final RedisRouter router;
    private final List<Counter> counters;
    private final List<Thread> workers;
    private final Queue<Try> tries = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    private CounterLoad(RedisRouter router, int counters) {
        this.router = router;
        this.counters = IntStream.range(0, counters)
                .mapToObj(i -> new Counter(RedisKey.of("test:probe:counter:load" + i)))
                .toList();
        this.workers = this.counters.stream()
                .map(counter -> Thread.ofVirtual().start(() -> work(counter)))
                .toList();
    }

    static CounterLoad on(RedisRouter router, int counters) {
        return new CounterLoad(router, counters);
    }

    private void work(Counter counter) {
        while (!stopped) {
            long startedByMachine = System.nanoTime();
            long startedAt = RunningClock.nanos();
            RedisFailure failure = null;
            try {
                counter.replied(router.send(Command.of("INCR").key(counter.key))
                        .await()
                        .indefinitely()
                        .integer());
            } catch (RedisTimedOut unknown) {
                counter.unknown++;
                failure = unknown;
            } catch (RedisFailure notApplied) {
                failure = notApplied;
            }
            Duration took = RunningClock.since(startedAt);
            Duration stood =
                    Duration.ofNanos(System.nanoTime() - startedByMachine).minus(took);
            tries.add(new Try(counter.key, startedAt, took, stood, failure));
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    List<Try> tries() {
        return new ArrayList<>(tries);
    }

    List<Try> failures() {
        return tries.stream().filter(Try::failed).toList();
    }

    /** @param runningNanos by the {@link RunningClock} */
    List<Try> since(long runningNanos) {
        return tries.stream().filter(one -> one.startedAt() >= runningNanos).toList();
    }

    List<Counter> counters() {
        return counters;
    }

    @Override
    public void close() {
        stopped = true;
        workers.forEach(worker -> {
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
