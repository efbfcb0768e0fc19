package dev.hotstate.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Drives one load against one operation, on the calling thread. */
final class HttpLoad implements Closeable {

    /** How long answers are awaited after the last request was due. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** A selector waits in whole milliseconds, too coarse for an open loop; naps of this length cost little CPU. */
    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private static final long NAP_BELOW_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WAIT_MILLIS_MAX = 100;

    /** The same sequence of variants for every contestant and round. */
    private static final long SEED = 42;

    private final Load load;
    private final Set<Integer> accepted;
    private final byte[][] requests;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Selector selector;
    private final List<HttpConnection> connections = new ArrayList<>();
    private final Latencies latencies = new Latencies();
    private final Map<Integer, Long> refused = new HashMap<>();
    private int cursor;
    private long sent;
    private long answered;
    private long done;
    private long lastAnswerNanos;
    private @Nullable IOException failure;

    HttpLoad(Operation operation, Load load) throws IOException {
        this.load = load;
        accepted = operation.accepted();
        requests = new byte[operation.variants()][];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = operation.render(i);
        }
        int largest = Arrays.stream(requests)
                .mapToInt(request -> request.length)
                .max()
                .orElseThrow();
        selector = Selector.open();
        for (int i = 0; i < load.connections(); i++) {
            connections.add(new HttpConnection(selector, operation.port(), load.pipeline(), largest));
        }
    }

    LoadReport run() throws IOException {
        long start = System.nanoTime();
        long giveUp = start + load.duration().toNanos() + DRAIN_NANOS;
        var schedule = Schedule.of(load, start);
        lastAnswerNanos = start;
        for (long now = start; !isComplete(schedule, now) && now < giveUp; now = System.nanoTime()) {
            send(schedule, now);
            receive(schedule.idleNanos(sent, now));
        }
        long unanswered = Math.max(sent, load.isOpen() ? schedule.due(giveUp) : 0) - answered;
        return new LoadReport(done, refused, unanswered, Math.max(1, lastAnswerNanos - start), latencies);
    }

    private boolean isComplete(Schedule schedule, long now) {
        return schedule.isOver(sent, now) && answered == sent;
    }

    private void send(Schedule schedule, long now) throws IOException {
        long due = schedule.due(now);
        for (int tried = 0; tried < connections.size() && sent < due; tried++) {
            var connection = connections.get(cursor);
            cursor = (cursor + 1) % connections.size();
            var request = requests[random.nextInt(requests.length)];
            while (sent < due && connection.hasPlaceFor(request)) {
                connection.enqueue(request, schedule.intendedNanos(sent++, now));
                request = requests[random.nextInt(requests.length)];
            }
            connection.flush();
        }
    }

    private void receive(long idleNanos) throws IOException {
        if (idleNanos <= 0 || idleNanos > NAP_BELOW_NANOS) {
            long millis = idleNanos <= 0 ? WAIT_MILLIS_MAX : TimeUnit.NANOSECONDS.toMillis(idleNanos) - 1;
            selector.select(this::serve, Math.clamp(millis, 1, WAIT_MILLIS_MAX));
        } else {
            LockSupport.parkNanos(Math.min(idleNanos, NAP_NANOS));
            selector.selectNow(this::serve);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void serve(SelectionKey key) {
        var connection = (HttpConnection) key.attachment();
        try {
            if (key.isWritable()) {
                connection.flush();
            }
            if (key.isReadable()) {
                lastAnswerNanos = System.nanoTime();
                connection.receive(this::count);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void count(int status, long intendedNanos) {
        answered++;
        if (!accepted.contains(status)) {
            refused.merge(status, 1L, Long::sum);
            return;
        }
        done++;
        if (load.isOpen()) {
            latencies.record(lastAnswerNanos - intendedNanos);
        }
    }

    @Override
    public void close() throws IOException {
        for (var connection : connections) {
            connection.close();
        }
        selector.close();
    }
}
