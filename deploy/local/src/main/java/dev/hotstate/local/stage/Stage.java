package dev.hotstate.local.stage;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets each act play on a thread of its own until SIGTERM, and gives them a little time to end then. */
public final class Stage {

    /** One shard that is away fails a part of what is asked: shortly after, the rest goes on. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(500);

    /** For what is under way, and for giving everything back, one request after the other. */
    public static final Duration END_PATIENCE = Duration.ofSeconds(20);

    private final CountDownLatch ending = new CountDownLatch(1);
    private final CountDownLatch ended;
    private final List<Thread> threads = new ArrayList<>();

    public Stage(List<Act> acts) {
        ended = new CountDownLatch(acts.size());
        acts.forEach(act -> threads.add(Thread.ofPlatform().name(act.name()).unstarted(() -> play(act))));
    }

    /** Returns when all have ended. */
    public void play() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::requestEnd, "end"));
        threads.forEach(Thread::start);
        ended.await();
    }

    private void play(Act act) {
        boolean isReady = false;
        boolean isTroubled = false;
        try {
            var rest = Duration.ZERO;
            while (!ending.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
                long begun = System.nanoTime();
                var budget = new CpuBudget(act.period(), CpuBudget.usedByThisProcess());
                try {
                    if (!isReady) {
                        act.begin();
                        isReady = true;
                    }
                    act.play();
                    if (isTroubled) {
                        System.out.println(act.name() + ": it goes on.");
                    }
                    isTroubled = false;
                    rest = budget.rest(Duration.ofNanos(System.nanoTime() - begun), CpuBudget.usedByThisProcess());
                } catch (IOException e) {
                    // The service may be away for a while: it, or what it stands on, is being restarted.
                    if (!isTroubled) {
                        System.out.println(act.name() + ": everything stands still: " + e.getMessage());
                    }
                    isTroubled = true;
                    rest = PAUSE_AFTER_FAILURE;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(act, isReady);
        }
    }

    private void end(Act act, boolean isReady) {
        try {
            if (isReady) {
                act.end();
            }
        } catch (IOException e) {
            System.out.println(act.name() + ": could not tidy up; the next run does it: " + e.getMessage());
        } finally {
            ended.countDown();
        }
    }

    private void requestEnd() {
        ending.countDown();
        try {
            ended.await(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
