package dev.hotstate.dag.task;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Runs what stands in {@code todo}: at once where a transition of this instance left it over, and again by the owner of the
 * partition if that did not end it. One step runs once at a time in this process, and of each kind only so many do: steps that
 * hang keep nothing from running but others of their kind. One that fails waits, longer each time, so that it does not stand before
 * those that could run.
 */
@Singleton
public class Steps {

    private static final Logger LOG = Logger.getLogger(Steps.class);
    static final int OF_A_KIND_MAX = 200;
    private static final int FAILURES_REMEMBERED_MAX = 10_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final int DOUBLINGS_MAX = 7;

    private final Iterable<StepHandler> handlers;
    private final PutOff putOff;
    private final Map<String, Set<String>> underWay = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /** Lets a step wait that is on the list. */
    @FunctionalInterface
    interface PutOff {
        Uni<Void> later(String step, Duration pause);
    }

    @Inject
    Steps(@Any Instance<StepHandler> handlers, DueStore due) {
        this(handlers, due::putOff);
    }

    Steps(Iterable<StepHandler> handlers, PutOff putOff) {
        this.handlers = handlers;
        this.putOff = putOff;
    }

    /** In the background; what has no room now, or fails, is left to the owner of the partition. */
    public void begin(String kind, String subject) {
        begin(kind + "|" + subject);
    }

    void begin(String step) {
        int bar = step.indexOf('|');
        var kind = step.substring(0, bar);
        var same = underWay.computeIfAbsent(kind, any -> ConcurrentHashMap.newKeySet());
        if (same.size() >= OF_A_KIND_MAX || !same.add(step)) {
            return;
        }
        Uni.createFrom()
                .deferred(() -> handler(kind).run(step.substring(bar + 1)))
                .onItem()
                .invoke(() -> failures.remove(step))
                .onFailure()
                .call(failure -> later(step, failure))
                .onTermination()
                .invoke(() -> same.remove(step))
                .subscribe()
                .with(done -> {}, failure -> LOG.debugf("step %s waits: %s", step, failure.getMessage()));
    }

    private Uni<Void> later(String step, Throwable failure) {
        if (failures.size() >= FAILURES_REMEMBERED_MAX) {
            failures.clear();
        }
        int times = failures.merge(step, 1, Integer::sum);
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(times - 1, DOUBLINGS_MAX));
        return putOff.later(step, pause).onFailure().recoverWithNull();
    }

    private StepHandler handler(String kind) {
        for (var handler : handlers) {
            if (handler.kind().equals(kind)) {
                return handler;
            }
        }
        throw new IllegalStateException("nobody knows the step " + kind);
    }
}
