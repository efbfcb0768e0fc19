package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.EgressRefused;
import dev.hotstate.kit.http.egress.HostNotFound;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What a failure says about the target, and whether it says anything about it at all. */
final class FailurePolicy {

    record Named(Reason reason, String message) {}

    private FailurePolicy() {}

    static Named timeout(Check.@Nullable Phase phase) {
        return switch (phase) {
            case null -> new Named(Reason.SELF_FAULT, "The check did not begin in time");
            case DNS -> new Named(Reason.DNS, "The name was not resolved in time");
            case CONNECT -> new Named(Reason.CONNECT_TIMEOUT, "No connection in time");
            case TLS -> new Named(Reason.TLS, "The TLS handshake did not end in time");
            case FIRST_BYTE -> new Named(Reason.TIMEOUT_FIRST_BYTE, "No answer in time");
            case TRANSFER -> new Named(Reason.TIMEOUT_TRANSFER, "The answer did not end in time");
            case JUDGEMENT -> new Named(Reason.SELF_FAULT, "The answer could not be judged in time");
        };
    }

    static Named name(Throwable failure, Check.@Nullable Phase phase) {
        return switch (failure) {
            case EgressRefused refused -> new Named(Reason.BLOCKED_TARGET, refused.getMessage());
            case HostNotFound unknown -> new Named(Reason.DNS, unknown.getMessage());
            case UntrustedCertificate untrusted -> new Named(untrusted.reason(), untrusted.getMessage());
            case ConnectTimeoutException late -> timeout(Check.Phase.CONNECT);
            case NoRouteToHostException unreachable -> new Named(Reason.UNREACHABLE, "There is no route to the host");
            case ConnectException refused
            when says(refused, "unreachable") -> new Named(Reason.UNREACHABLE, "The network can't be reached");
            case ConnectException refused when says(refused, "timed out") -> timeout(Check.Phase.CONNECT);
            case ConnectException refused -> new Named(Reason.CONNECT_REFUSED, "The connection was refused");
            case BindException exhausted -> new Named(Reason.SELF_FAULT, "This machine has no free port left");
            case ChannelException ours -> new Named(Reason.SELF_FAULT, "This machine can't open a socket");
            case TooLongFrameException tooLong -> new Named(Reason.PROTOCOL, "The header of the answer is too long");
            case DecoderException wrapped when wrapped.getCause() != null -> name(wrapped.getCause(), phase);
            case SSLException tls -> tls(tls);
            case IOException broken
            when says(broken, "too many open files") ->
                new Named(Reason.SELF_FAULT, "This machine can't open a socket");
            case IOException broken -> broken(phase);
            default ->
                new Named(
                        Reason.SELF_FAULT,
                        "The check failed: " + failure.getClass().getSimpleName());
        };
    }

    private static Named tls(SSLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UntrustedCertificate untrusted) {
                return new Named(untrusted.reason(), untrusted.getMessage());
            }
        }
        return new Named(Reason.TLS, "The TLS handshake failed: " + failure.getMessage());
    }

    private static Named broken(Check.@Nullable Phase phase) {
        return switch (phase) {
            case CONNECT -> new Named(Reason.CONNECT_REFUSED, "The connection was reset");
            case TLS -> new Named(Reason.TLS, "The connection ended during the TLS handshake");
            case null, default -> new Named(Reason.PROTOCOL, "The connection was reset before the answer ended");
        };
    }

    private static boolean says(Throwable failure, String text) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains(text);
    }
}
