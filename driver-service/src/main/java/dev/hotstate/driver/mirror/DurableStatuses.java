package dev.hotstate.driver.mirror;

import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Motion;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Writes to Postgres at once what somebody said about the status of a driver: who logs out sends no next sign of life that
 * would make up for a loss.
 */
@Singleton
public class DurableStatuses {

    private final StateStore store;

    DurableStatuses(StateStore store) {
        this.store = store;
    }

    public Uni<Void> write(long driver, DriverState state) {
        return store.write(List.of(new Waiting.Row(driver, state, Motion.UNKNOWN, System.nanoTime())))
                .replaceWithVoid();
    }
}
