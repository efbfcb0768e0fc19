package dev.hotstate.dag.client;

import dev.hotstate.dag.client.DagHttp.Claim;
import dev.hotstate.dag.client.Outcome.Completed;
import dev.hotstate.dag.client.Outcome.Failed;
import dev.hotstate.dag.client.Outcome.Useless;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Works on one queue, on so many tasks at once.
 *
 * <p>Two threads share the free slots. One asks for tasks and waits at the service until there are some. The other hands in what
 * is done, as many answers at once as have gathered while its last call was under way, and in the same call claims as many tasks
 * as it has answered: a busy worker needs no call of its own to get work, a chain no pause between two tasks.
 */
final class QueueWorker {

    private static final Logger LOG = System.getLogger(QueueWorker.class.getName());
    private static final int BATCH_MAX = 100;
    private static final long WAIT_MS = 20_000;

    private final DagHttp http;
    private final String worker;
    private final String queue;
    private final int concurrency;
    private final TaskHandler handler;
    private final RunningTasks running;
    private final LeaseKeeper keeper;
    private final Semaphore free;
    private final BlockingQueue<Waiting> done = new LinkedBlockingQueue<>();
    private final AnswerDesk desk;
    private final Thread poller;
    private final Thread answerer;
    private volatile boolean stopping;
    /** What the answerer may free; below zero while tasks that came with an answer sit where others still wait for theirs. */
    private int slots;

    /** @param tries how often it was handed in before */
    private record Waiting(Outcome outcome, int tries) {}

    QueueWorker(
            DagHttp http,
            String worker,
            String queue,
            int concurrency,
            TaskHandler handler,
            RunningTasks running,
            LeaseKeeper keeper) {
        this.http = http;
        this.worker = worker;
        this.queue = queue;
        this.concurrency = concurrency;
        this.handler = handler;
        this.running = running;
        this.keeper = keeper;
        this.desk = new AnswerDesk(http);
        this.free = new Semaphore(concurrency);
        this.poller = Thread.ofPlatform().name("dag-poll-" + queue).daemon().unstarted(this::poll);
        this.answerer = Thread.ofPlatform().name("dag-answer-" + queue).daemon().unstarted(this::answer);
    }

    void start() {
        poller.start();
        answerer.start();
    }

    /** Takes no further task. */
    void stopClaiming() {
        stopping = true;
        poller.interrupt();
    }

    /** After all tasks have ended and their outcomes were handed in. */
    void stop() {
        answerer.interrupt();
    }

    /** Nothing runs and nothing waits to be handed in. */
    boolean isIdle() {
        return free.availablePermits() == concurrency;
    }

    // ---- asking for tasks ----

    private void poll() {
        var backoff = new Backoff();
        try {
            while (!stopping) {
                free.acquire();
                if (!claim(1 + free.drainPermits())) {
                    Thread.sleep(backoff.next());
                } else {
                    backoff.succeeded();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was refused (a revoked key, say) may be allowed again: a worker does not give up, it waits. */
    private boolean claim(int slots) throws InterruptedException {
        int taken = 0;
        try {
            var tasks = http.claim(queue, new Claim(null, worker, Math.min(slots, BATCH_MAX), WAIT_MS));
            taken = tasks.size();
            tasks.forEach(this::begin);
            return true;
        } catch (IOException | RequestRefused failed) {
            LOG.log(Level.WARNING, "Cannot claim from {0}: {1}", queue, failed.getMessage());
            return false;
        } finally {
            free.release(slots - taken);
        }
    }

    // ---- running them ----

    private void begin(Delivery delivery) {
        var task = new Task(delivery, new LogBuffer(), http);
        var thread = Thread.ofVirtual()
                .name("dag-task-" + delivery.id())
                .unstarted(() -> done.add(new Waiting(run(task), 0)));
        running.add(task, thread);
        thread.start();
    }

    private Outcome run(Task task) {
        try {
            var output = handler.handle(task);
            return task.stopped()
                    ? new Useless(task)
                    : new Completed(task, output == null ? null : Json.MAPPER.valueToTree(output));
        } catch (NotRetryable failure) {
            return failed(task, failure, false);
        } catch (Exception | LinkageError | StackOverflowError | AssertionError failure) {
            return failed(task, failure, true);
        }
    }

    private static Outcome failed(Task task, Throwable failure, boolean retryable) {
        if (task.stopped()) {
            return new Useless(task);
        }
        var told = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return Failed.of(task, told, retryable);
    }

    // ---- handing in what they left ----

    private void answer() {
        try {
            while (true) {
                var batch = new ArrayList<Waiting>();
                batch.add(done.take());
                done.drainTo(batch, BATCH_MAX - 1);
                handIn(batch);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void handIn(List<Waiting> batch) throws InterruptedException {
        var outcomes = batch.stream().map(Waiting::outcome).toList();
        keeper.sendLogs(outcomes.stream().map(Outcome::task).toList());
        var receipt = desk.handIn(outcomes, nextClaim(slots + outcomes.size()));
        var again = receipt.again().stream().map(Outcome::task).collect(Collectors.toSet());
        outcomes.stream()
                .map(Outcome::task)
                .filter(task -> !again.contains(task))
                .forEach(running::remove);
        receipt.next().forEach(this::begin);
        slots += outcomes.size() - again.size() - receipt.next().size();
        if (slots > 0) {
            free.release(slots);
            slots = 0;
        }
        int tries = batch.stream().mapToInt(Waiting::tries).max().orElse(0);
        handInLater(receipt.again(), tries);
    }

    private @Nullable Claim nextClaim(int most) {
        return stopping || most <= 0 ? null : new Claim(queue, worker, most, 0);
    }

    /**
     * The service recognises an answer that comes again. Until it gets through, heartbeats go on, so the task stays ours, and it
     * keeps its slot.
     */
    private void handInLater(List<Outcome> again, int tries) {
        if (again.isEmpty()) {
            return;
        }
        var pause = Backoff.after(tries);
        Thread.ofVirtual().name("dag-again-" + queue).start(() -> {
            try {
                Thread.sleep(pause);
                again.forEach(outcome -> done.add(new Waiting(outcome, tries + 1)));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
