package dev.hotstate.driver.status;

import dev.hotstate.driver.mirror.DurableStatuses;
import dev.hotstate.driver.platform.DriverFailure.DriverClaimed;
import dev.hotstate.driver.platform.DriverFailure.DriverNotFound;
import dev.hotstate.driver.platform.DriverFailure.DriverUndecided;
import dev.hotstate.driver.position.CellDisplay;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Standings;
import dev.hotstate.driver.position.Status;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.driver.status.StatusStore.Outcome;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/** Changes whether drivers can be had. When the answer is there, searches see it. */
@Singleton
public class Statuses {

    private final StatusStore store;
    private final Standings standings;
    private final CellDisplay display;
    private final DurableStatuses durable;
    private final DriverChanges changes;
    private final DriverIds ids;

    Statuses(
            StatusStore store,
            Standings standings,
            CellDisplay display,
            DurableStatuses durable,
            DriverChanges changes,
            DriverIds ids) {
        this.store = store;
        this.standings = standings;
        this.display = display;
        this.durable = durable;
        this.changes = changes;
        this.ids = ids;
    }

    public Uni<DriverState> change(String id, Status status, String reason) {
        return ids.numberOf(id)
                .chain(driver -> store.change(driver, status, reason, null)
                        .chain(outcome -> outcome instanceof Outcome.Unknown
                                ? changeUnknown(id, driver, status, reason)
                                : Uni.createFrom().item(outcome))
                        .chain(outcome -> switch (outcome) {
                            case Outcome.Changed changed -> show(driver, changed.driver());
                            case Outcome.Claimed claimed -> Uni.createFrom().failure(new DriverClaimed());
                            case Outcome.Unknown unknown -> Uni.createFrom().failure(new DriverNotFound());
                        }));
    }

    /** Postgres says whether there is such a driver, and whether it is free to be changed. */
    private Uni<Outcome> changeUnknown(String id, long driver, Status status, String reason) {
        return standings
                .of(List.of(driver))
                .onFailure()
                .transform(away -> new DriverUndecided())
                .chain(found -> {
                    var standing = found.get(driver);
                    if (standing == null) {
                        ids.forget(id);
                        return Uni.createFrom().failure(new DriverNotFound());
                    }
                    return store.change(driver, status, reason, standing);
                });
    }

    /**
     * It is changed for good in Redis; a cell that does not answer is told as soon as it does. While Postgres is away it follows
     * later, like positions.
     */
    private Uni<DriverState> show(long driver, DriverState state) {
        changes.tell(List.of(new DriverChange(driver, state, null)));
        var written = durable.write(driver, state).onFailure().recoverWithNull();
        return Uni.combine()
                .all()
                .unis(display.show(Map.of(driver, state)), written)
                .withUni((shown, nothing) -> {
                    var cause = shown.missing().get(driver);
                    return cause == null
                            ? Uni.createFrom().item(state)
                            : Uni.createFrom().failure(cause);
                });
    }
}
