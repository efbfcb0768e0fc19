package dev.hotstate.kit.http.egress;

/** The name has no address, or nobody could say so in time. */
public final class HostNotFound extends RuntimeException {

    HostNotFound(String host) {
        super(host + " does not resolve", null, false, false);
    }
}
