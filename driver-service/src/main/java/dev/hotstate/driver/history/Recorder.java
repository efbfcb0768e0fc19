package dev.hotstate.driver.history;

import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverListener;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects the points that became positions, and writes them. */
@Singleton
class Recorder implements DriverListener {

    private final HistoryStore store;
    private final HistoryConfig config;
    private final HistoryMetrics metrics;
    private final ConcurrentLinkedQueue<PastPoint> waiting = new ConcurrentLinkedQueue<>();

    /** The queue would count itself each time. */
    private final AtomicInteger count = new AtomicInteger();

    Recorder(HistoryStore store, HistoryConfig config, HistoryMetrics metrics) {
        this.store = store;
        this.config = config;
        this.metrics = metrics;
        metrics.waiting(count::get);
    }

    @Override
    public void changed(List<DriverChange> changes) {
        if (!config.enabled()) {
            return;
        }
        for (var change : changes) {
            var position = change.state().position();
            if (change.point() != null && position != null) {
                add(new PastPoint(
                        change.driver(),
                        position.at(),
                        position.place(),
                        change.point().motion()));
            }
        }
    }

    private void add(PastPoint point) {
        if (count.incrementAndGet() > config.waitingMax()) {
            count.decrementAndGet();
            metrics.dropped();
            return;
        }
        waiting.add(point);
    }

    /** Writes all that waits by now. What comes meanwhile waits for the next time. */
    Uni<Void> flush() {
        return flush(count.get());
    }

    private Uni<Void> flush(int left) {
        var batch = take(Math.min(left, config.batch()));
        if (batch.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return store.write(batch)
                .onFailure()
                .invoke(failure -> batch.forEach(this::add))
                .invoke(() -> metrics.written(batch.size()))
                .chain(() -> flush(left - batch.size()));
    }

    private List<PastPoint> take(int max) {
        var batch = new ArrayList<PastPoint>();
        while (batch.size() < max) {
            var point = waiting.poll();
            if (point == null) {
                break;
            }
            batch.add(point);
        }
        count.addAndGet(-batch.size());
        return batch;
    }
}
