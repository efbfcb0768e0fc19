package dev.hotstate.driver.position;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Drivers whose cells did not answer when something changed about them, each as it was last known here. */
final class UntoldCells {

    /** Whoever comes after that many waits for the next sign of life, as all do when this process dies. */
    private static final int DRIVERS_MAX = 100_000;

    private final Map<Long, DriverState> waiting = new ConcurrentHashMap<>();

    void keep(long driver, DriverState state) {
        if (waiting.size() < DRIVERS_MAX || waiting.containsKey(driver)) {
            waiting.merge(driver, state, DriverState::followedBy);
        }
    }

    /** Out of those that wait. Whose heartbeat has ended is in no search any more, so nobody has to be told. */
    Map<Long, DriverState> take(int max, long nowMillis) {
        var taken = new LinkedHashMap<Long, DriverState>();
        Iterator<Long> drivers = waiting.keySet().iterator();
        while (taken.size() < max && drivers.hasNext()) {
            long driver = drivers.next();
            var state = waiting.remove(driver);
            if (state != null && state.expiry() > nowMillis) {
                taken.put(driver, state);
            }
        }
        return taken;
    }

    int size() {
        return waiting.size();
    }
}
