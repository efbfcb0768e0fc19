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
    private final LastClaims claims;

    StoredStandings(StateStore states, LastClaims claims) {
        this.states = states;
        this.claims = claims;
    }

    @Override
    public Uni<Map<Long, Standing>> of(Collection<Long> drivers) {
        return states.lastStandings(drivers)
                .chain(last -> claims.of(last.keySet()).map(found -> {
                    var standings = new HashMap<Long, Standing>();
                    last.forEach((driver, standing) ->
                            standings.put(driver, StandingPolicy.of(standing, found.getOrDefault(driver, ""))));
                    return standings;
                }));
    }
}
