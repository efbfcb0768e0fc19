package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who never finds anything proves nothing: promises of each service are broken on purpose, and what is said of it names each. */
@Tag("faults")
class MutationIT {

    private static final Duration LOAD = Duration.ofSeconds(12);

    @Test
    void each_broken_promise_is_found() throws Exception {
        var folder = World.newFolder();
        var packages = World.packages();
        packages.replaceAll((app, original) -> Mutation.all(app, original, folder));
        try (var trial = new Trial(World.start(folder, packages))) {
            Arrays.stream(Mutation.values())
                    .map(Mutation::sql)
                    .filter(sql -> !sql.isEmpty())
                    .forEach(trial.world()::execute);
            trial.impatient(Duration.ofSeconds(8));

            // A page is ill in the first one and well in the second.
            var findings =
                    new ArrayList<>(trial.endure(Fault.SCRIPTS_FLUSHED, LOAD).violations());
            findings.addAll(trial.endure(Fault.SCRIPTS_FLUSHED, LOAD).violations());

            // Who is merely slow comes back late, which is another sentence.
            assertThat(Mutation.values())
                    .allSatisfy(mutation -> assertThat(findings)
                            .as(mutation.name())
                            .filteredOn(found -> !found.contains("does not come back"))
                            .anySatisfy(found -> assertThat(found).contains(mutation.noticed())));
        }
    }
}
