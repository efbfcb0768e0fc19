package dev.hotstate.dag.webhook;

import java.net.URI;
import java.util.UUID;

/** One that this instance sends now. */
record WebhookDelivery(
        String job, int run, String host, URI url, byte[] sealedSecret, String body, int attempts, UUID lease) {

    /** The same each time, so that a receiver can tell a repetition. */
    String messageId() {
        return job + "." + run;
    }
}
