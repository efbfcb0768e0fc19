package dev.hotstate.driver.geofence;

import java.net.URI;
import java.util.UUID;

/** An event that this instance tells the address of its fence. */
record Delivery(FenceEvent event, String host, URI url, byte[] sealedSecret, int attempts, UUID lease) {

    /** The same each time, so that a receiver can tell a repetition. */
    String messageId() {
        return "fence." + event.position().id();
    }
}
