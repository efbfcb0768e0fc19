package dev.hotstate.dag.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;

/** Transitions by outcome, and how long tasks were ready before a worker had them. */
@Singleton
public class TaskMetrics {

    private final MeterRegistry registry;
    private final Timer readyWait;

    TaskMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.readyWait = Timer.builder("dag.task.ready.wait")
                .description("From being ready to being handed to a worker")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(10))
                .register(registry);
    }

    /** @param call complete, fail or lost */
    public void answered(String call, AnswerOutcome outcome) {
        registry.counter("dag.task.answer", "call", call, "outcome", word(outcome))
                .increment();
    }

    public void claimed(int tasks) {
        registry.counter("dag.task.claim", "outcome", tasks == 0 ? "empty" : "claimed")
                .increment(Math.max(1, tasks));
    }

    /** @param status COMPLETED, FAILED or CANCELLED */
    public void jobEnded(String status) {
        registry.counter("dag.job.ended", "status", status.toLowerCase(Locale.ROOT))
                .increment();
    }

    public void waited(Duration ready) {
        readyWait.record(ready);
    }

    private static String word(AnswerOutcome outcome) {
        return switch (outcome) {
            case AnswerOutcome.Accepted accepted -> accepted.status().name().toLowerCase(Locale.ROOT);
            case AnswerOutcome.Duplicate duplicate -> "duplicate";
            case AnswerOutcome.Stale stale -> "stale";
            case AnswerOutcome.Alive alive -> "alive";
            case AnswerOutcome.Unknown unknown -> "unknown";
            case AnswerOutcome.Refused refused -> "refused";
            case AnswerOutcome.Unavailable unavailable -> "unavailable";
        };
    }
}
