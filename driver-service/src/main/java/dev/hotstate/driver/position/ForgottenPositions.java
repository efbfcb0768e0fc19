package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.position.DriverStore.Departure;
import dev.hotstate.driver.registry.ForgetsDrivers;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Takes a driver that was erased out of its cells. Postgres knows it no more, so nothing brings it back. */
@Singleton
class ForgottenPositions implements ForgetsDrivers {

    private final DriverStore store;

    ForgottenPositions(DriverStore store) {
        this.store = store;
    }

    @Override
    public Uni<Void> forget(long driver) {
        return store.forget(driver)
                .chain(last -> last.map(state -> leave(driver, state.expiry(), state.left()))
                        .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private Uni<Void> leave(long driver, long expiry, List<Cell> cells) {
        return Multi.createFrom()
                .iterable(cells)
                .onItem()
                .transformToUniAndConcatenate(cell -> store.leave(cell, List.of(new Departure(driver, expiry))))
                .onItem()
                .ignoreAsUni();
    }
}
