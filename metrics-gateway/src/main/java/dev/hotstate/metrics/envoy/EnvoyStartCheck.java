package dev.hotstate.metrics.envoy;

import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** Who can ask can also use up what others are allowed. */
@Singleton
final class EnvoyStartCheck implements StartCheck {

    private static final Set<String> OWN_MACHINE = Set.of("127.0.0.1", "localhost", "::1");

    private final EnvoyConfig config;

    EnvoyStartCheck(EnvoyConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        return config.port().isEmpty() || config.token().isPresent() || OWN_MACHINE.contains(config.host())
                ? List.of()
                : List.of(new StartProblem(
                        "metrics.envoy.token",
                        "is missing, and metrics.envoy.host is reached from other machines",
                        "Set it, and let Envoy send it as initial_metadata authorization: Bearer <token>"));
    }
}
