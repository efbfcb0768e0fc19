package dev.hotstate.kit.http.tracing;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hotstate.kit.http.testing.KitTest;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The trace of a request follows its steps; a step without one costs next to nothing. */
@KitTest
class TraceContextIT {

    private static final ContextKey<String> REQUEST = ContextKey.named("request");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Inject
    Vertx vertx;

    @Inject
    MeterRegistry meters;

    @Test
    void a_trace_follows_the_steps_of_its_request_to_other_threads_and_stays_with_them() throws Exception {
        var request = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
        var another = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
        try (var thread = Executors.newSingleThreadExecutor()) {
            for (var elsewhere : List.<Executor>of(thread, on(another))) {
                var seen = in(request, () -> {
                    var steps = new CompletableFuture<String>();
                    try (var ignored = Context.current().with(REQUEST, "one").makeCurrent()) {
                        Uni.createFrom()
                                .item("")
                                .emitOn(elsewhere)
                                .map(before -> Context.current().get(REQUEST))
                                .subscribe()
                                .with(steps::complete, steps::completeExceptionally);
                    }
                    return steps;
                });

                assertThat(seen.get(10, SECONDS)).isEqualTo("one");
                var after = new CompletableFuture<String>();
                elsewhere.execute(() -> after.complete(Context.current().get(REQUEST)));
                assertThat(after.get(10, SECONDS)).isNull();
            }
        }
    }

    @Test
    void a_step_that_belongs_to_no_request_makes_no_context_of_its_own() throws Exception {
        int steps = 200;
        var loop = vertx.getOrCreateContext();

        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < 50; round++) {
            bytes = Math.min(bytes, in(loop, () -> allocatedBy(steps)));
        }

        // 273; 836 with contexts of Vert.x that are made to be looked into.
        assertThat(bytes / steps).isLessThan(400);
    }

    @Test
    void a_count_that_belongs_to_no_request_allocates_nothing() throws Exception {
        int counts = 200;
        var counter = meters.counter("sample.counts");

        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < 50; round++) {
            bytes = Math.min(bytes, in(vertx.getOrCreateContext(), () -> {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < counts; i++) {
                    counter.increment();
                }
                return THREADS.getCurrentThreadAllocatedBytes() - before;
            }));
        }

        assertThat(bytes / counts).isLessThan(50);
    }

    private static long allocatedBy(int steps) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        var chain = Uni.createFrom().item(0);
        for (int i = 0; i < steps; i++) {
            chain = chain.map(number -> number);
        }
        chain.subscribe().with(number -> {});
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static Executor on(io.vertx.core.Context context) {
        return work -> context.runOnContext(nothing -> work.run());
    }

    private static <T> T in(io.vertx.core.Context context, Callable<T> work) throws Exception {
        var result = new CompletableFuture<T>();
        on(context).execute(() -> {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(10, SECONDS);
    }
}
