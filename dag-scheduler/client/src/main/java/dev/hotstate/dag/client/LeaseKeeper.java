package dev.hotstate.dag.client;

import dev.hotstate.dag.client.DagHttp.Beat;
import dev.hotstate.dag.client.DagHttp.BeatAnswer;
import dev.hotstate.dag.client.DagHttp.Beats;
import dev.hotstate.dag.client.DagHttp.Lines;
import dev.hotstate.dag.client.DagHttp.LogLines;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells the service that the worker lives, three times per shortest lease, sends what its tasks wrote, and stops those whose work
 * became useless.
 */
final class LeaseKeeper implements Runnable {

    private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());
    private static final Duration LOG_PERIOD = Duration.ofMillis(500);
    private static final int BATCH_MAX = 200;
    private static final int BEATS_PER_LEASE = 3;

    private final DagHttp http;
    private final RunningTasks running;
    private final Set<RunningTasks.Held> unheard = new HashSet<>();
    private long beatenAtNanos = System.nanoTime();

    LeaseKeeper(DagHttp http, RunningTasks running) {
        this.http = http;
        this.running = running;
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(LOG_PERIOD);
                beatIfDue();
                sendLogs(running.all().stream().map(RunningTasks.Held::task).toList());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** All when it is time; before that those which could not be heard the last time. */
    private void beatIfDue() throws InterruptedException {
        var all = running.all();
        var shortest =
                all.stream().map(held -> held.task().delivery().leaseTime()).min(Comparator.naturalOrder());
        boolean due = shortest.isPresent()
                && System.nanoTime() - beatenAtNanos >= shortest.get().toNanos() / BEATS_PER_LEASE;
        if (due) {
            beatenAtNanos = System.nanoTime();
        }
        var tasks = due ? all : all.stream().filter(unheard::contains).toList();
        unheard.clear();
        for (int from = 0; from < tasks.size(); from += BATCH_MAX) {
            beat(tasks.subList(from, Math.min(tasks.size(), from + BATCH_MAX)));
        }
    }

    private void beat(List<RunningTasks.Held> tasks) throws InterruptedException {
        var beats = tasks.stream()
                .map(held -> new Beat(held.task().id(), held.task().delivery().attempt()))
                .toList();
        try {
            var answers = http.heartbeat(new Beats(beats));
            for (int i = 0; i < tasks.size(); i++) {
                heard(tasks.get(i), answers.get(i));
            }
        } catch (IOException | RequestRefused failed) {
            // Tried again at the next round: two of three may be lost.
            LOG.log(Level.WARNING, "Heartbeat failed: {0}", failed.getMessage());
            unheard.addAll(tasks);
        }
    }

    private void heard(RunningTasks.Held held, BeatAnswer answer) {
        if (answer.isUnavailable()) {
            unheard.add(held);
        } else if (answer.stop()) {
            held.task().stop();
            held.thread().interrupt();
        }
    }

    /** What was written so far. Lines that can't be sent stay for the next time. */
    void sendLogs(List<Task> tasks) throws InterruptedException {
        var lines = new ArrayList<Unsent>();
        for (var task : tasks) {
            task.logs().next().ifPresent(chunk -> lines.add(new Unsent(task, chunk)));
        }
        for (int from = 0; from < lines.size(); from += BATCH_MAX) {
            send(lines.subList(from, Math.min(lines.size(), from + BATCH_MAX)));
        }
    }

    private record Unsent(Task task, LogBuffer.Chunk chunk) {

        Lines toLines() {
            return new Lines(task.id(), task.delivery().attempt(), chunk.firstSeq(), chunk.lines());
        }

        void sent() {
            task.logs().sent(chunk);
        }
    }

    private void send(List<Unsent> batch) throws InterruptedException {
        try {
            var answers =
                    http.logs(new LogLines(batch.stream().map(Unsent::toLines).toList()));
            for (int i = 0; i < batch.size(); i++) {
                if (!answers.each().get(i).isUnavailable()) {
                    batch.get(i).sent();
                }
            }
        } catch (IOException failed) {
            LOG.log(Level.DEBUG, "Log lines wait: {0}", failed.getMessage());
        } catch (RequestRefused refused) {
            if (batch.size() > 1) {
                for (var unsent : batch) {
                    send(List.of(unsent));
                }
            } else {
                LOG.log(Level.WARNING, "Log lines were refused: {0}", refused.getMessage());
                batch.getFirst().sent();
            }
        }
    }
}
