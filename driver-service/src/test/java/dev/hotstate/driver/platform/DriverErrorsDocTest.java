package dev.hotstate.driver.platform;

import dev.hotstate.kit.testing.contract.DescribesProblems;
import java.util.stream.Stream;

class DriverErrorsDocTest implements DescribesProblems {

    @Override
    public String part() {
        return "driver-service";
    }

    @Override
    public Stream<Entry> problems() {
        return Stream.of(DriverProblem.values())
                .map(problem -> new Entry(problem.slug(), problem.status(), problem.title(), problem.retryable()));
    }
}
