package dev.hotstate.kit.redis.start;

import dev.hotstate.kit.redis.vitals.VitalsConfig;
import jakarta.inject.Singleton;
import java.util.List;

/** Without the user that looks at the nodes nobody would see an outage come. */
@Singleton
final class VitalsStartCheck implements StartCheck {

    private final VitalsConfig config;
    private final StartConfig allowed;

    VitalsStartCheck(VitalsConfig config, StartConfig allowed) {
        this.config = config;
        this.allowed = allowed;
    }

    @Override
    public List<StartProblem> problems() {
        return config.username().isPresent() || allowed.allowNoVitalsUser()
                ? List.of()
                : List.of(new StartProblem(
                        "hotstate.redis.vitals.username",
                        "is missing, so memory, slots and policies of the nodes would stay unknown",
                        "Set it to the ACL user vitals, or insist with hotstate.start.allow-no-vitals-user=true"));
    }
}
