package dev.hotstate.monitor.result;

import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts results. Its counters are found once and kept: each check of each target comes by here. */
final class ResultMetrics {

    private record Finding(Verdict verdict, Reason reason) {}

    private final MeterRegistry meters;
    /** Bounded: both are of closed sets. */
    private final Map<String, Counter> outcomes = new ConcurrentHashMap<>();

    private final Map<Finding, Counter> checks = new ConcurrentHashMap<>();
    private final Counter missed;

    ResultMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.missed = Counter.builder("monitor.check.missed")
                .description("Regular checks that did not take place in time")
                .register(meters);
    }

    /** What became of a result; {@code lost}: it was not handed in before the lease ended. */
    void handedIn(String outcome) {
        outcomes.computeIfAbsent(outcome, this::ofOutcome).increment();
    }

    void checked(ProbeResult result) {
        checks.computeIfAbsent(new Finding(result.verdict(), result.reason()), this::ofFinding)
                .increment();
    }

    void missed(long count) {
        missed.increment(count);
    }

    private Counter ofOutcome(String outcome) {
        return Counter.builder("monitor.result")
                .description("Results that were handed in, by what became of them; lost: not before the lease ended")
                .tag("outcome", outcome)
                .register(meters);
    }

    private Counter ofFinding(Finding finding) {
        return Counter.builder("monitor.check")
                .description("Checks that count, by verdict and reason")
                .tag("outcome", finding.verdict().wire())
                .tag("reason", finding.reason().wire())
                .register(meters);
    }
}
