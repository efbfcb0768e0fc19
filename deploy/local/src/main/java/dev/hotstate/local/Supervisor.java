package dev.hotstate.local;

import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starts processes again that die, says so each time, and gives one up that keeps dying. The others go on. */
final class Supervisor implements AutoCloseable {

    private final PrintStream out;
    private final Clock clock;
    private final CountDownLatch closed = new CountDownLatch(1);

    Supervisor(PrintStream out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    void watch(Supervised watched) {
        Thread.ofVirtual().name("watch-" + watched.name()).start(() -> {
            try {
                keepRunning(watched);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** From now on an end is what is wanted. */
    @Override
    public void close() {
        closed.countDown();
    }

    private void keepRunning(Supervised watched) throws InterruptedException {
        List<Instant> deaths = new ArrayList<>();
        while (true) {
            int code = watched.process().onExit().join();
            if (isClosed()) {
                return;
            }
            deaths.add(clock.instant());
            var pause = RestartPolicy.pauseAfter(deaths, clock.instant());
            announce(watched, code);
            if (pause.isEmpty()) {
                out.println(watched.name()
                        + " has died too often and stays down; ./hotstate down, then up, starts it again");
                return;
            }
            out.println("Starting it again in " + pause.get().toSeconds() + " s.");
            if (closed.await(pause.get().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            restart(watched);
        }
    }

    /** A restart that fails leaves a dead process behind, which then counts as the next death. */
    private void restart(Supervised watched) {
        try {
            watched.restart();
            if (watched.process().isAlive()) {
                out.println(watched.name() + " is back.");
            }
        } catch (BackendFailure e) {
            if (!isClosed()) {
                out.println(e.getMessage());
            }
        }
    }

    private void announce(Supervised watched, int code) {
        out.println(watched.name() + " ended unexpectedly with exit code " + code + "; the end of its log ("
                + watched.process().log() + "):");
        LastWords.print(watched.process(), out);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }
}
