package dev.hotstate.driver.registry;

import io.smallrye.mutiny.Uni;

/** Has something about drivers in Redis that must go when a driver is erased. */
public interface ForgetsDrivers {

    /** Repeated until it succeeds, also when there is nothing left to forget. */
    Uni<Void> forget(long driver);
}
