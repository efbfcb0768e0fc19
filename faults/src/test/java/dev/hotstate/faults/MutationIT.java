package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who never finds anything proves nothing: a promise of each service is broken on purpose, and its users notice. */
@Tag("faults")
class MutationIT {

    private static final Duration LOAD = Duration.ofSeconds(12);

    @Test
    void a_broken_promise_of_each_service_is_found() throws Exception {
        var folder = World.newFolder();
        var packages = World.packages();
        for (var mutation : Mutation.values()) {
            packages.computeIfPresent(mutation.app(), (app, original) -> mutation.of(original, folder));
        }
        try (var trial = new Trial(World.start(folder, packages))) {
            Arrays.stream(Mutation.values())
                    .map(Mutation::sql)
                    .filter(sql -> !sql.isEmpty())
                    .forEach(trial.world()::execute);

            var findings = trial.impatient(Duration.ofSeconds(8)).endure(Fault.SCRIPTS_FLUSHED, LOAD);

            assertThat(Arrays.stream(Mutation.values()).map(Mutation::app))
                    .allSatisfy(app -> assertThat(findings.violations())
                            .anySatisfy(found -> assertThat(found).startsWith(app + ": ")));
        }
    }
}
