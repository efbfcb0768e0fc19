package dev.hotstate.monitor.probe;

import java.net.InetAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A result with what else was seen on the way.
 *
 * @param address        of the last connection; null if there was none
 * @param secure         whether the last answer came over TLS
 * @param certificateEnd of that one among the certificates presented last which ends first
 * @param chain          by which the last host is trusted; null without TLS, or if nobody verified it
 * @param tlsVersion     that was agreed on last, such as TLSv1.3
 * @param httpVersion    such as 1.1; 0 without an answer
 * @param contentLength  as declared; -1 if it was not
 * @param lastModified   as declared
 * @param bodyLength     as read
 * @param dns            of the answer of a name server that was asked
 * @param hopLimit       of the reply to a ping
 */
public record Observation(
        ProbeResult result,
        @Nullable InetAddress address,
        boolean secure,
        @Nullable Instant certificateEnd,
        @Nullable TrustedChain chain,
        @Nullable String tlsVersion,
        double httpVersion,
        int redirects,
        long contentLength,
        @Nullable String lastModified,
        long bodyLength,
        @Nullable DnsCounts dns,
        @Nullable Integer hopLimit) {}
