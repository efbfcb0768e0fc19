package dev.hotstate.kit.redis.start;

import jakarta.inject.Singleton;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** The environment is the first part of every key; a guess could be another environment's data. */
@Singleton
final class EnvironmentStartCheck implements StartCheck {

    private static final String ENV = "hotstate.env";

    private final Config config;

    EnvironmentStartCheck(Config config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        return config.getOptionalValue(ENV, String.class).isPresent()
                ? List.of()
                : List.of(new StartProblem(ENV, "is missing", "Set it to the name of the environment, such as prod"));
    }
}
