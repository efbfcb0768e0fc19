package dev.hotstate.driver.position;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What came of telling cells about drivers: whom a cell does not show that they have entered, and whom one may still show that
 * they have left, each with the reason.
 */
public record Shown(Map<Long, Throwable> missing, Map<Long, Throwable> lingering) {

    static final Shown ALL = new Shown(Map.of(), Map.of());

    /** Those of whom some cell was not told. */
    Set<Long> drivers() {
        var drivers = new HashSet<>(missing.keySet());
        drivers.addAll(lingering.keySet());
        return drivers;
    }
}
