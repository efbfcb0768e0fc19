package dev.hotstate.driver.geofence;

import dev.hotstate.driver.registry.ForgetsDrivers;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Where a driver was that was erased concerns nobody. */
@Singleton
class ForgottenCrossings implements ForgetsDrivers {

    private final InsideStore inside;

    ForgottenCrossings(InsideStore inside) {
        this.inside = inside;
    }

    @Override
    public Uni<Void> forget(long driver) {
        return inside.forget(driver);
    }
}
