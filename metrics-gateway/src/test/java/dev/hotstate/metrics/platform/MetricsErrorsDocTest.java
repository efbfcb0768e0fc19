package dev.hotstate.metrics.platform;

import dev.hotstate.kit.testing.contract.DescribesProblems;
import java.util.stream.Stream;

class MetricsErrorsDocTest implements DescribesProblems {

    @Override
    public String part() {
        return "metrics-gateway";
    }

    @Override
    public Stream<Entry> problems() {
        return Stream.of(MetricsProblem.values())
                .map(problem -> new Entry(problem.slug(), problem.status(), problem.title(), problem.retryable()));
    }
}
