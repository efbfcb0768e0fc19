package dev.hotstate.kit.http.problem;

import dev.hotstate.kit.testing.contract.DescribesProblems;
import java.nio.file.Path;
import java.util.stream.Stream;

class ErrorsDocTest implements DescribesProblems {

    @Override
    public Path document() {
        return Path.of("../../docs/errors.md");
    }

    @Override
    public String part() {
        return "All services";
    }

    @Override
    public Stream<Entry> problems() {
        return Stream.of(KitProblem.values())
                .map(problem -> new Entry(problem.slug(), problem.status(), problem.title(), problem.retryable()));
    }
}
