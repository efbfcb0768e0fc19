package dev.hotstate.dag.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A worker: asks for tasks of some queues and runs them until it is closed.
 *
 * <pre>{@code
 * try (var worker = DagWorker.of(URI.create("http://localhost:8083"))
 *         .key(System.getenv("DAG_KEY"))
 *         .queue("mail", 8, task -> Map.of("sent", send(task.payload(Mail.class))))
 *         .start()) {
 *     worker.join();
 * }
 * }</pre>
 *
 * <p>Closing is orderly: no further task is taken, running ones get time to end, and what they left is handed in.
 */
public final class DagWorker implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(10);

    private final List<QueueWorker> queues;
    private final RunningTasks running;
    private final Thread keeper;
    private final Duration grace;

    private DagWorker(Builder builder) {
        var http = new DagHttp(builder.service, builder.key);
        this.running = new RunningTasks();
        var leases = new LeaseKeeper(http, running);
        this.keeper = Thread.ofPlatform().name("dag-leases").daemon().unstarted(leases);
        this.grace = builder.grace;
        this.queues = builder.queues.stream()
                .map(queue -> new QueueWorker(
                        http, builder.name, queue.name(), queue.concurrency(), queue.handler(), running, leases))
                .toList();
    }

    /** @param service where dag-scheduler listens, for example {@code http://localhost:8083} */
    public static Builder of(URI service) {
        return new Builder(service);
    }

    /** Waits until the worker is closed, or this thread interrupted. */
    public void join() throws InterruptedException {
        keeper.join();
    }

    /** Tasks in the hands of this worker at the moment. */
    public int running() {
        return running.all().size();
    }

    /** Ends after at most the grace; what still runs then is interrupted and gets to another worker after its lease. */
    @Override
    public void close() {
        queues.forEach(QueueWorker::stopClaiming);
        awaitIdle(grace);
        running.all().forEach(held -> {
            held.task().stop();
            held.thread().interrupt();
        });
        queues.forEach(QueueWorker::stop);
        keeper.interrupt();
    }

    private void awaitIdle(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (System.nanoTime() < end && !queues.stream().allMatch(QueueWorker::isIdle)) {
                Thread.sleep(TICK);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin() {
        keeper.start();
        queues.forEach(QueueWorker::start);
    }

    /** What a worker needs to know. */
    public static final class Builder {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
        private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9_-]{1,40}");

        private final URI service;
        private final List<Queue> queues = new ArrayList<>();
        private String name = "java-" + ProcessHandle.current().pid() + "-"
                + Integer.toHexString(ThreadLocalRandom.current().nextInt(0x10000));
        private Duration grace = Duration.ofSeconds(30);
        private @Nullable String key;

        private record Queue(String name, int concurrency, TaskHandler handler) {}

        private Builder(URI service) {
            this.service = service;
        }

        /** An API key with the scope {@code worker}; not needed where access control is off. */
        public Builder key(@Nullable String apiKey) {
            this.key = apiKey;
            return this;
        }

        /** How people see this worker; letters, digits, dot, dash and underscore. */
        public Builder name(String worker) {
            if (!NAME.matcher(worker).matches()) {
                throw new IllegalArgumentException(
                        "'" + worker + "' is no name of a worker: 1 to 64 of A-Z, a-z, 0-9, . _ -");
            }
            this.name = worker;
            return this;
        }

        /** How long running tasks may take to end when the worker is closed. */
        public Builder grace(Duration time) {
            this.grace = time;
            return this;
        }

        /** @param concurrency how many of its tasks to run at once */
        public Builder queue(String queue, int concurrency, TaskHandler handler) {
            if (!QUEUE.matcher(queue).matches()) {
                throw new IllegalArgumentException(
                        "'" + queue + "' is no name of a queue: 1 to 40 letters, digits, _ and -");
            }
            if (concurrency < 1) {
                throw new IllegalArgumentException("a queue needs room for at least one task");
            }
            queues.add(new Queue(queue, concurrency, handler));
            return this;
        }

        public DagWorker start() {
            if (queues.isEmpty()) {
                throw new IllegalStateException("a worker needs a queue");
            }
            var worker = new DagWorker(this);
            worker.begin();
            return worker;
        }
    }
}
