package dev.hotstate.driver.mirror;

import dev.hotstate.driver.position.Standing;
import dev.hotstate.driver.position.Standings;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What Postgres says about drivers of whom Redis knows nothing. */
@Singleton
class StoredStandings implements Standings {

    private final StateStore states;
    private final ActiveAssignments assignments;

    StoredStandings(StateStore states, ActiveAssignments assignments) {
        this.states = states;
        this.assignments = assignments;
    }

    @Override
    public Uni<Map<Long, Standing>> of(Collection<Long> drivers) {
        return states.lastStandings(drivers)
                .chain(last -> assignments.of(last.keySet()).map(claims -> {
                    var standings = new HashMap<Long, Standing>();
                    last.forEach((driver, standing) ->
                            standings.put(driver, StandingPolicy.of(standing, claims.getOrDefault(driver, ""))));
                    return standings;
                }));
    }
}
