package dev.hotstate.kit.http.egress;

import io.netty.channel.ConnectTimeoutException;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.VertxException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Why a connection on behalf of somebody else failed, in one line that may be shown. */
public final class EgressFailures {

    private EgressFailures() {}

    public static String describe(Throwable failure) {
        return switch (failure) {
            case CompletionException wrapped when wrapped.getCause() != null -> describe(wrapped.getCause());
            case EgressRefused refused -> refused.getMessage();
            case HostNotFound unknown -> unknown.getMessage();
            case AnswerUnreadable unreadable -> unreadable.getMessage();
            case TimeoutException late -> "No answer in time";
            case java.util.concurrent.TimeoutException late -> "No answer in time";
            case ConnectTimeoutException late -> "No connection in time";
            case NoRouteToHostException unreachable -> "The host can't be reached";
            case ConnectException refused -> "The connection was refused";
            case SSLException tls -> "TLS failed: " + innermost(tls);
            case VertxException closed -> "The connection ended early: " + closed.getMessage();
            default -> failure.getClass().getSimpleName() + ": " + failure.getMessage();
        };
    }

    /** Whether nothing of the request can have arrived. Of others nobody knows. */
    public static boolean isBeforeSending(Throwable failure) {
        return switch (failure) {
            case CompletionException wrapped when wrapped.getCause() != null -> isBeforeSending(wrapped.getCause());
            case EgressRefused refused -> true;
            case HostNotFound unknown -> true;
            case NoRouteToHostException unreachable -> true;
            // Too late ones among them.
            case ConnectException refused -> true;
            case SSLHandshakeException tls -> true;
            default -> false;
        };
    }

    private static String innermost(Throwable failure) {
        var cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
