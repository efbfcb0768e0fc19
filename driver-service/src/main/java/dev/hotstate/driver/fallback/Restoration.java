package dev.hotstate.driver.fallback;

import dev.hotstate.driver.fallback.RestoreStore.Living;
import dev.hotstate.driver.position.CellDisplay;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Shown;
import dev.hotstate.driver.position.Standing;
import dev.hotstate.driver.position.Standings;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells Redis of drivers what Postgres knows of them, and lets their cells follow. */
@Singleton
class Restoration {

    private static final int AT_ONCE = 128;

    private final RestoreStore store;
    private final Standings standings;
    private final CellDisplay display;

    Restoration(RestoreStore store, Standings standings, CellDisplay display) {
        this.store = store;
        this.standings = standings;
        this.display = display;
    }

    /** @return those whose heartbeat lasts, as Redis knows them then */
    Uni<Map<Long, DriverState>> restore(List<Living> drivers) {
        if (drivers.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return standings
                .of(drivers.stream().map(Living::driver).toList())
                .chain(found -> restore(drivers, found))
                .call(this::show);
    }

    private Uni<Map<Long, DriverState>> restore(List<Living> drivers, Map<Long, Standing> found) {
        return Multi.createFrom()
                .iterable(drivers)
                .filter(driver -> found.containsKey(driver.driver()))
                .onItem()
                .transformToUni(driver -> store.restore(driver, found.get(driver.driver()))
                        .map(state -> Map.entry(driver.driver(), state)))
                .merge(AT_ONCE)
                .collect()
                .in(HashMap<Long, Optional<DriverState>>::new, (all, one) -> all.put(one.getKey(), one.getValue()))
                .map(all -> {
                    var living = new HashMap<Long, DriverState>();
                    all.forEach((driver, state) -> state.ifPresent(it -> living.put(driver, it)));
                    return living;
                });
    }

    private Uni<Void> show(Map<Long, DriverState> living) {
        return display.show(living)
                .map(Shown::missing)
                .invoke(failed -> {
                    if (!failed.isEmpty()) {
                        throw new IllegalStateException(failed.size() + " drivers can't be shown: "
                                + failed.values().iterator().next().getMessage());
                    }
                })
                .replaceWithVoid();
    }
}
