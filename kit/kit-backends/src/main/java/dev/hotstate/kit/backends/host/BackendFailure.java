package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.file.Path;

/** A backend could not be started or administrated. The message is one line a person can act on. */
public final class BackendFailure extends RuntimeException {

    public BackendFailure(String message) {
        super(message);
    }

    public BackendFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** A file operation failed; the reason ("No space left on device") belongs into the line. */
    public static BackendFailure at(Path path, IOException cause) {
        var reason = cause.getMessage();
        return new BackendFailure(
                "Cannot use " + path + ": " + cause.getClass().getSimpleName() + (reason == null ? "" : " " + reason),
                cause);
    }
}
