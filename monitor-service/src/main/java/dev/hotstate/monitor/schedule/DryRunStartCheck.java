package dev.hotstate.monitor.schedule;

import dev.hotstate.kit.redis.start.StartCheck;
import dev.hotstate.kit.redis.start.StartProblem;
import jakarta.inject.Singleton;
import java.util.List;

/** A service that says up without having looked must not be taken for one that has. */
@Singleton
final class DryRunStartCheck implements StartCheck {

    private final ScheduleConfig config;

    DryRunStartCheck(ScheduleConfig config) {
        this.config = config;
    }

    @Override
    public List<StartProblem> problems() {
        return config.dryRun()
                ? List.of(new StartProblem(
                        "monitor.schedule.dry-run",
                        "is on, so every target would be reported up without being asked",
                        "Use it for measurements in the local profile only"))
                : List.of();
    }
}
