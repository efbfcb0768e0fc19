package dev.hotstate.metrics.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tells a gateway of requests.
 * <pre>{@code
 * try (var recorder = MetricsRecorder.of(URI.create("http://localhost:8084")).instance("shop-1").start()) {
 *     recorder.record(AnsweredRequest.of("GET", "/users/{id}", 200, 12.5));
 * }
 * }</pre>
 */
public final class MetricsRecorder implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(MetricsRecorder.class.getName());
    /** Later the gateway no longer knows a batch again. */
    private static final Duration BATCH_AGE_MAX = Duration.ofMinutes(9);

    private static final Duration PAUSE_MIN = Duration.ofMillis(200);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(15);

    private final String instance;
    private final int batchMax;
    private final Duration interval;
    private final Duration grace;
    private final BlockingQueue<AnsweredRequest> waiting;
    private final GatewayHttp gateway;
    private final Thread sender;
    private final LongAdder sent = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile boolean closing;
    private volatile long closedAt;
    private boolean complained;

    private MetricsRecorder(Builder plan) {
        this.instance = plan.instance;
        this.batchMax = plan.batchMax;
        this.interval = plan.interval;
        this.grace = plan.grace;
        this.waiting = new ArrayBlockingQueue<>(plan.waitingMax);
        this.gateway = new GatewayHttp(plan.gateway, plan.key, plan.timeout);
        this.sender = Thread.ofPlatform().daemon().name("metrics-recorder").unstarted(this::send);
    }

    public static Builder of(URI gateway) {
        return new Builder(gateway);
    }

    /** Returns at once, whatever happens. */
    public void record(AnsweredRequest request) {
        if (closing || !request.isPlausible() || !waiting.offer(request)) {
            dropped.increment();
        }
    }

    public RecorderStats stats() {
        return new RecorderStats(sent.sum(), dropped.sum(), failed.sum(), waiting.size());
    }

    /** Sends what waits, as far as the grace allows. */
    @Override
    public void close() {
        closedAt = System.nanoTime();
        closing = true;
        sender.interrupt();
        try {
            sender.join(grace.toMillis() + 1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        gateway.close();
    }

    private void send() {
        while (!closing || !waiting.isEmpty() && !isGraceOver()) {
            try {
                var batch = next();
                if (!batch.isEmpty()) {
                    deliver(batch);
                }
            } catch (RuntimeException e) {
                complain("Recording of requests fails: " + e);
            }
        }
        failed.add(waiting.size());
    }

    /** What gathers within the interval, as much as one batch takes. */
    private List<AnsweredRequest> next() {
        var batch = new ArrayList<AnsweredRequest>();
        try {
            long end = System.nanoTime() + interval.toNanos();
            while (batch.size() < batchMax && !closing) {
                var request = waiting.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (request == null) {
                    break;
                }
                batch.add(request);
                waiting.drainTo(batch, batchMax - batch.size());
            }
        } catch (InterruptedException e) {
            // Closing: what is there goes now.
        }
        if (closing) {
            waiting.drainTo(batch, batchMax - batch.size());
        }
        return batch;
    }

    /** Always the same batch under the same id, until somebody has said what became of it. */
    private void deliver(List<AnsweredRequest> batch) {
        var id = UUID.randomUUID().toString();
        var body = ObservationsJson.of(instance, batch);
        long begun = System.nanoTime();
        var pause = PAUSE_MIN;
        while (true) {
            var answer = gateway.post(id, body);
            if (answer == GatewayHttp.Answer.TAKEN) {
                sent.add(batch.size());
                complained = false;
                return;
            }
            boolean tooOld = System.nanoTime() - begun > BATCH_AGE_MAX.toNanos();
            if (answer == GatewayHttp.Answer.REFUSED || tooOld || closing && isGraceOver()) {
                failed.add(batch.size());
                complain("The gateway did not take %d requests (%s)".formatted(batch.size(), gateway.lastWord()));
                return;
            }
            complain("The gateway takes no requests at the moment (%s)".formatted(gateway.lastWord()));
            waitFor(pause);
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        }
    }

    private void waitFor(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(closing ? PAUSE_MIN.toNanos() : pause.toNanos());
        } catch (InterruptedException e) {
            // Closing: one more try.
        }
    }

    private boolean isGraceOver() {
        return System.nanoTime() - closedAt > grace.toNanos();
    }

    /** Once, until it works again. */
    private void complain(String what) {
        if (!complained) {
            complained = true;
            LOG.log(System.Logger.Level.WARNING, what);
        }
    }

    /** How a recorder shall be; everything but the address of the gateway has a usual value. */
    public static final class Builder {

        private final URI gateway;
        private Optional<String> key = Optional.empty();
        private String instance = "instance-" + ProcessHandle.current().pid();
        private int batchMax = 1_000;
        private int waitingMax = 10_000;
        private Duration interval = Duration.ofSeconds(1);
        private Duration timeout = Duration.ofSeconds(5);
        private Duration grace = Duration.ofSeconds(2);

        private Builder(URI gateway) {
            this.gateway = gateway;
        }

        /** An API key with the scope {@code record}. */
        public Builder key(String text) {
            key = Optional.of(text);
            return this;
        }

        /** Who records: 1 to 64 characters. */
        public Builder instance(String name) {
            if (name.isBlank() || name.length() > 64) {
                throw new IllegalArgumentException("an instance has a name of 1 to 64 characters");
            }
            instance = name;
            return this;
        }

        /** Requests that are sent together; at most 10,000. */
        public Builder batchMax(int requests) {
            batchMax = Math.clamp(requests, 1, 10_000);
            return this;
        }

        /** Requests that wait to be sent; what comes on top of them is dropped. */
        public Builder waitingMax(int requests) {
            waitingMax = Math.max(1, requests);
            return this;
        }

        /** For so long requests gather before they are sent. */
        public Builder interval(Duration duration) {
            interval = duration;
            return this;
        }

        /** For so long an answer is waited for. */
        public Builder timeout(Duration duration) {
            timeout = duration;
            return this;
        }

        /** For so long {@link MetricsRecorder#close} tries to send the rest. */
        public Builder grace(Duration duration) {
            grace = duration;
            return this;
        }

        public MetricsRecorder start() {
            var recorder = new MetricsRecorder(this);
            recorder.sender.start();
            return recorder;
        }
    }
}
