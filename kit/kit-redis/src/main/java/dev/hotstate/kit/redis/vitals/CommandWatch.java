package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.connection.RouterStats;
import dev.hotstate.kit.redis.vitals.Vitals.CommandVitals;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Rates of this process' Redis commands over the last few polls. Only touched by the tick. */
final class CommandWatch {

    private static final int POLLS = 5;

    private record Picture(long nanos, long commands, long failures, long[] latencies) {}

    private final RouterStats stats;
    private final Deque<Picture> pictures = new ArrayDeque<>(POLLS + 1);

    CommandWatch(RouterStats stats) {
        this.stats = stats;
    }

    CommandVitals look() {
        var now = new Picture(System.nanoTime(), stats.commands(), stats.failures(), stats.latencies());
        pictures.addLast(now);
        var then = pictures.size() > POLLS ? pictures.removeFirst() : pictures.getFirst();
        double seconds = (now.nanos() - then.nanos()) / 1e9;
        if (seconds <= 0) {
            return new CommandVitals(0, 0, null);
        }
        return new CommandVitals(
                rounded((now.commands() - then.commands()) / seconds),
                rounded((now.failures() - then.failures()) / seconds),
                p99(now.latencies(), then.latencies()));
    }

    private static @Nullable Long p99(long[] now, long[] then) {
        var since = new long[now.length];
        for (int i = 0; i < now.length; i++) {
            since[i] = now[i] - then[i];
        }
        long micros = RouterStats.quantileMicros(since, 0.99);
        return micros == 0 ? null : micros;
    }

    private static double rounded(double rate) {
        return Math.round(rate * 10) / 10.0;
    }
}
