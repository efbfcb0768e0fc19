package dev.hotstate.kit.redis.start;

import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigUtils;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** Asks all {@link StartCheck}s before anything else starts, in every profile that is not one of development. */
@Singleton
public final class StartGuard {

    /** Before all observers of the start that name no priority. */
    public static final int PRIORITY = 100;

    /** When the database schema is brought up to date: never over a connection that the guard would refuse. */
    public static final int MIGRATION_PRIORITY = PRIORITY + 1;

    /** When what the database remembers may be read: before any work begins. */
    public static final int REGISTER_PRIORITY = PRIORITY + 2;

    private static final Set<String> LENIENT_PROFILES = Set.of("dev", "test", "local");

    private final List<StartCheck> checks;

    StartGuard(@All List<StartCheck> checks) {
        this.checks = checks;
    }

    void check(@Observes @Priority(PRIORITY) StartupEvent event) {
        if (!LENIENT_PROFILES.containsAll(ConfigUtils.getProfiles())) {
            refuseOnProblems(checks);
        }
    }

    static void refuseOnProblems(List<StartCheck> checks) {
        var problems =
                checks.stream().flatMap(check -> check.problems().stream()).toList();
        if (!problems.isEmpty()) {
            throw new StartRefused(problems);
        }
    }
}
