package dev.hotstate.kit.http.secret;

/** A sealed value can't be opened any more. It must be set again. */
public final class SecretLost extends RuntimeException {

    SecretLost(String context) {
        super(
                "The secret of " + context + " can't be opened: its key is not configured, or it was changed",
                null,
                false,
                false);
    }
}
