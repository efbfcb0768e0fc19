package dev.hotstate.driver.claim;

import dev.hotstate.driver.registry.ForgetsDrivers;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** A driver that was erased needs no token any more: its number is never given to another one. */
@Singleton
class ForgottenClaims implements ForgetsDrivers {

    private final GripStore grips;

    ForgottenClaims(GripStore grips) {
        this.grips = grips;
    }

    @Override
    public Uni<Void> forget(long driver) {
        return grips.forget(driver);
    }
}
