package dev.hotstate.dag.platform;

import dev.hotstate.kit.testing.contract.DescribesProblems;
import java.util.stream.Stream;

class DagErrorsDocTest implements DescribesProblems {

    @Override
    public String part() {
        return "dag-scheduler";
    }

    @Override
    public Stream<Entry> problems() {
        return Stream.of(DagProblem.values())
                .map(problem -> new Entry(problem.slug(), problem.status(), problem.title(), problem.retryable()));
    }
}
