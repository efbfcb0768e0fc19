package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a check came out as it did; on every surface: status, incident, alert, metric. */
public enum Reason {
    OK,
    /** The name does not resolve. */
    DNS,
    CONNECT_REFUSED,
    CONNECT_TIMEOUT,
    /** No route, or the network says that the host is not there. */
    UNREACHABLE,
    /** The handshake failed, or the certificate is not to be trusted. */
    TLS,
    TLS_EXPIRED,
    /** Connected, but no answer began in time. */
    TIMEOUT_FIRST_BYTE,
    /** The answer began, but did not end in time. */
    TIMEOUT_TRANSFER,
    /** The connection ended early, or what came is not the protocol. */
    PROTOCOL,
    /** The answer has a status that is not expected; also a redirect beyond the limit. */
    STATUS,
    /** The answer is not what the definition asks for: content, latency, days left of a certificate. */
    ASSERTION,
    /** The body is larger than may be read. */
    BODY_LIMIT,
    /** The target, or where it redirects to, is an address that we must not reach. */
    BLOCKED_TARGET,
    /** We could not check; says nothing about the target. */
    SELF_FAULT,
    /** A push monitor has not heard from its job. */
    NO_HEARTBEAT;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As it stands in Redis, Postgres, JSON and metrics. */
    @JsonValue
    public String wire() {
        return wire;
    }

    @JsonCreator
    public static Reason ofWire(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
