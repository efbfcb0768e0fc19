package dev.hotstate.driver.position;

import java.util.List;

/** Is told of everything that this instance changed about drivers: signs of life, statuses, lapses. */
@FunctionalInterface
public interface DriverListener {

    /** What one request or one sweep changed, in its order. Must not block; what takes longer is begun here. */
    void changed(List<DriverChange> changes);
}
