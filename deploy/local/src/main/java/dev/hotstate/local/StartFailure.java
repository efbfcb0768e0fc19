package dev.hotstate.local;

/** Hotstate can't start, or not go on. The message says what is wrong and what to do about it. */
final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message);
    }

    StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
