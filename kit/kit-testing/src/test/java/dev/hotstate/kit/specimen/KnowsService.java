package dev.hotstate.kit.specimen;

import dev.hotstate.driver.specimen.DriverThing;
import dev.hotstate.kit.testing.redis.HashSlot;

/** A kit class that knows a service, and main code that knows the test harness. */
class KnowsService {

    final DriverThing thing = new DriverThing();

    int slot() {
        return HashSlot.of("a");
    }
}
