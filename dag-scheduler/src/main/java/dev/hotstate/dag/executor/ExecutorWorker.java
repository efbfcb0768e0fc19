package dev.hotstate.dag.executor;

import dev.hotstate.dag.task.WakeUps;
import dev.hotstate.dag.worker.Delivery;
import dev.hotstate.dag.worker.LocalWorker;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Claims tasks for the executors, renews their leases while they run, and answers for them. */
@Singleton
class ExecutorWorker {

    private static final Logger LOG = Logger.getLogger(ExecutorWorker.class);
    private static final int CLAIMED_AT_ONCE = 50;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final LocalWorker worker;
    private final WakeUps wakeUps;
    private final Vertx vertx;
    private final ExecutorConfig config;
    private final String name;
    private final List<Line> lines;
    private @Nullable Ticker ticker;
    private volatile boolean stopped;

    /** One executor with what it is doing. */
    private static final class Line {
        final TaskExecutor executor;
        final AtomicInteger running = new AtomicInteger();
        final AtomicBoolean claiming = new AtomicBoolean();

        Line(TaskExecutor executor) {
            this.executor = executor;
        }

        int free() {
            return Math.min(CLAIMED_AT_ONCE, executor.concurrencyMax() - running.get());
        }
    }

    ExecutorWorker(
            LocalWorker worker,
            WakeUps wakeUps,
            Vertx vertx,
            InstanceId self,
            ExecutorConfig config,
            HttpExecutor http,
            DelayExecutor delay,
            NoopExecutor noop) {
        this.worker = worker;
        this.wakeUps = wakeUps;
        this.vertx = vertx;
        this.config = config;
        this.name = "built-in@" + self;
        this.lines = List.of(new Line(http), new Line(delay), new Line(noop));
    }

    void start(@Observes StartupEvent event) {
        if (!config.enabled()) {
            return;
        }
        wakeUps.listen((queue, partition) -> lines.stream()
                .filter(line -> line.executor.queue().equals(queue))
                .forEach(line -> vertx.runOnContext(now -> claim(line))));
        ticker = Ticker.every(vertx, config.lookPeriod(), "Tasks that this service runs itself", () -> {
            lines.forEach(this::claim);
            return Uni.createFrom().voidItem();
        });
    }

    void stop(@Observes ShutdownEvent event) {
        stopped = true;
        if (ticker != null) {
            ticker.close();
        }
    }

    private void claim(Line line) {
        int free = line.free();
        if (stopped || free <= 0 || !line.claiming.compareAndSet(false, true)) {
            return;
        }
        worker.claim(line.executor.queue(), name, free)
                .onTermination()
                .invoke(() -> line.claiming.set(false))
                .subscribe()
                .with(tasks -> claimed(line, tasks), trouble -> LOG.debugf("no claim: %s", trouble.getMessage()));
    }

    private void claimed(Line line, List<Delivery> tasks) {
        line.running.addAndGet(tasks.size());
        tasks.forEach(task -> run(line, task));
        if (!tasks.isEmpty()) {
            claim(line);
        }
    }

    // ---- one task ---------------------------------------------------------------------------------------------------

    private void run(Line line, Delivery task) {
        var execution = new Cancellable[1];
        long heartbeat = vertx.setPeriodic(
                Math.max(1, task.lease().toMillis() / 3),
                timer -> worker.heartbeat(task)
                        .subscribe()
                        .with(
                                ours -> {
                                    if (!ours && execution[0] != null) {
                                        execution[0].cancel();
                                    }
                                },
                                unknown -> {}));
        execution[0] = Uni.createFrom()
                .deferred(() -> line.executor.execute(task))
                .onFailure()
                .recoverWithItem(ExecutorWorker::failed)
                .chain(outcome -> answer(task, outcome)
                        .onFailure()
                        .retry()
                        .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                        // As long as heartbeats may have kept it.
                        .expireIn(task.lease().toMillis()))
                .onTermination()
                .invoke(() -> {
                    vertx.cancelTimer(heartbeat);
                    line.running.decrementAndGet();
                })
                .subscribe()
                .with(
                        answered -> claim(line),
                        // Its lease ends, and somebody runs it again.
                        trouble -> LOG.warnf("%s is not answered for: %s", task.id(), trouble.getMessage()));
    }

    private static ExecutionOutcome failed(Throwable failure) {
        boolean unfit = failure instanceof Payload.Unfit || failure instanceof IllegalArgumentException;
        return new ExecutionOutcome.Failed(String.valueOf(failure.getMessage()), !unfit);
    }

    private Uni<Void> answer(Delivery task, ExecutionOutcome outcome) {
        return switch (outcome) {
            case ExecutionOutcome.Completed(String output) -> worker.complete(task, output);
            case ExecutionOutcome.Failed(String problem, boolean retryable) -> worker.fail(task, retryable, problem);
            case ExecutionOutcome.NotBegun(String why) -> worker.release(task, why);
        };
    }
}
