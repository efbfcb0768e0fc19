package dev.hotstate.dag.task;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Transitions by outcome, and how long tasks were ready before a worker had them. */
@Singleton
public class TaskMetrics {

    private record Answer(String call, String outcome) {}

    private final MeterRegistry registry;
    private final Timer readyWait;
    private final Counter claimed;
    private final Counter empty;
    /** Bounded: calls and outcomes are both closed sets. To ask the registry for each answer costs more than to count it. */
    private final Map<Answer, Counter> answers = new ConcurrentHashMap<>();

    TaskMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.readyWait = Timer.builder("dag.task.ready.wait")
                .description("From being ready to being handed to a worker")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(10))
                .register(registry);
        this.claimed = registry.counter("dag.task.claim", "outcome", "claimed");
        this.empty = registry.counter("dag.task.claim", "outcome", "empty");
    }

    /** @param call complete, fail or lost */
    public void answered(String call, AnswerOutcome outcome) {
        answers.computeIfAbsent(new Answer(call, word(outcome)), this::counter).increment();
    }

    public void claimed(int tasks) {
        if (tasks == 0) {
            empty.increment();
        } else {
            claimed.increment(tasks);
        }
    }

    private Counter counter(Answer answer) {
        return registry.counter("dag.task.answer", "call", answer.call(), "outcome", answer.outcome());
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
