package dev.hotstate.monitor.platform;

import dev.hotstate.kit.testing.contract.DescribesProblems;
import java.util.stream.Stream;

class MonitorErrorsDocTest implements DescribesProblems {

    @Override
    public String part() {
        return "monitor-service";
    }

    @Override
    public Stream<Entry> problems() {
        return Stream.of(MonitorProblem.values())
                .map(problem -> new Entry(problem.slug(), problem.status(), problem.title(), problem.retryable()));
    }
}
