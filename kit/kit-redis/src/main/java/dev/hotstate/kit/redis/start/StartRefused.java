package dev.hotstate.kit.redis.start;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;
import java.util.stream.Collectors;

/** The service does not start; the message lists all reasons. Quarkus prints it without a stack trace. */
public final class StartRefused extends ConfigurationException {

    StartRefused(List<StartProblem> problems) {
        super(problems.stream()
                .map(problem ->
                        "  - %s: %s.%n    %s.".formatted(problem.setting(), problem.problem(), problem.remedy()))
                .collect(Collectors.joining(
                        "%n".formatted(),
                        "This service does not start, because its configuration is incomplete or unsafe:%n".formatted(),
                        "")));
    }
}
