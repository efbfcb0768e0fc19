package dev.hotstate.driver.mirror;

import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverListener;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Collects what changes and writes it to Postgres. */
@Singleton
class Mirror implements DriverListener {

    private static final Logger LOG = Logger.getLogger(Mirror.class);

    /** Classes of SQLSTATE: data that can't be stored, a constraint that it breaks. */
    private static final Set<String> CONTENT_TROUBLE = Set.of("22", "23");

    private final StateStore store;
    private final ForgottenStatuses forgottenStatuses;
    private final MirrorConfig config;
    private final MirrorMetrics metrics;
    private final Waiting waiting;
    private final AtomicInteger underWay = new AtomicInteger();

    /** When the first change came of those that are being written. */
    private volatile OptionalLong underWaySince = OptionalLong.empty();

    Mirror(StateStore store, ForgottenStatuses forgottenStatuses, MirrorConfig config, MirrorMetrics metrics) {
        this.store = store;
        this.forgottenStatuses = forgottenStatuses;
        this.config = config;
        this.metrics = metrics;
        this.waiting = new Waiting(config.waitingMax());
        metrics.waiting(waiting::size);
        metrics.underWay(underWay::get);
        metrics.lag(this::lag);
        metrics.dropped(waiting::dropped);
    }

    @Override
    public void changed(List<DriverChange> changes) {
        waiting.add(changes, System.nanoTime());
    }

    /** Writes all that waits by now. What comes meanwhile waits for the next time. */
    Uni<Void> flush() {
        return flush(waiting.size());
    }

    private Uni<Void> flush(int left) {
        var batch = waiting.take(Math.min(left, config.batch()));
        if (batch.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        underWay.addAndGet(batch.size());
        underWaySince = batch.stream().mapToLong(Waiting.Row::sinceNanos).min();
        return write(batch)
                .onFailure()
                .invoke(failure -> waiting.putBack(batch))
                .onTermination()
                .invoke(() -> {
                    underWay.addAndGet(-batch.size());
                    underWaySince = OptionalLong.empty();
                })
                .chain(() -> flush(left - batch.size()));
    }

    private Uni<Void> write(List<Waiting.Row> batch) {
        return store.write(batch)
                .invoke(() -> metrics.written(batch.size()))
                .chain(this::recall)
                .onFailure(Mirror::isForItsContent)
                .recoverWithUni(failure -> writeHalves(batch, failure));
    }

    /** Redis hears again what it has forgotten; if not now, then after the next sign of life. */
    private Uni<Void> recall(List<Long> forgotten) {
        if (forgotten.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        metrics.recalled(forgotten.size());
        return forgottenStatuses.restore(forgotten).onFailure().recoverWithNull();
    }

    /** One state that Postgres does not take must not keep those of all others. */
    private Uni<Void> writeHalves(List<Waiting.Row> batch, Throwable failure) {
        if (batch.size() == 1) {
            LOG.errorf(
                    "Postgres does not take the state of driver number %d: %s",
                    batch.getFirst().driver(), failure.getMessage());
            metrics.refused();
            return Uni.createFrom().voidItem();
        }
        int half = batch.size() / 2;
        return write(batch.subList(0, half)).chain(() -> write(batch.subList(half, batch.size())));
    }

    private static boolean isForItsContent(Throwable failure) {
        return failure instanceof PgException refused
                && refused.getSqlState() != null
                && CONTENT_TROUBLE.contains(refused.getSqlState().substring(0, 2));
    }

    /** How long the change has been waiting that came first, also while it is being written: Postgres may hang. */
    Duration lag() {
        var now = System.nanoTime();
        return Stream.of(waiting.firstNanos(), underWaySince)
                .flatMap(since -> since.stream().mapToObj(nanos -> Duration.ofNanos(now - nanos)))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    void lastWords() {
        if (waiting.size() > 0) {
            LOG.warnf("The newest state of %d drivers did not get to Postgres", waiting.size());
        }
    }
}
