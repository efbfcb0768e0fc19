package dev.hotstate.dag.client;

/** The service understood the request and refused it: sending it again would not help. */
public final class RequestRefused extends RuntimeException {

    private final int status;

    RequestRefused(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Not because of what was sent but of who sent it: a key may be allowed again. */
    boolean isOfTheKey() {
        return status == 401 || status == 403;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }
}
