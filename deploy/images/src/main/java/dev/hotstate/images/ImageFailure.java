package dev.hotstate.images;

/** An image cannot be made, with what to do about it. */
public final class ImageFailure extends RuntimeException {

    public ImageFailure(String message) {
        super(message);
    }

    ImageFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
