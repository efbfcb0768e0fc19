package dev.hotstate.kit.http.sse;

import io.quarkus.logging.LoggingFilter;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Keeps out of the logs that somebody closed a page just while an event was written to it. Quarkus reports that as an error,
 * with a stack; whatever else goes wrong with a stream stays one.
 */
@LoggingFilter(name = "closed-pages")
public final class ClosedPages implements Filter {

    private static final String WRITER = "org.jboss.resteasy.reactive.server.handlers.PublisherResponseHandler";

    /** All that the system says of a connection whose other end is gone; the classes are those of any trouble. */
    private static final Set<String> GONE = Set.of("connection reset by peer", "connection reset", "broken pipe");

    @Override
    public boolean isLoggable(LogRecord entry) {
        return !WRITER.equals(entry.getLoggerName()) || !meansClosed(entry.getThrown());
    }

    private static boolean meansClosed(@Nullable Throwable thrown) {
        return thrown instanceof ClosedChannelException || thrown instanceof IOException failure && saysGone(failure);
    }

    /** Netty's own transports name the system call first: {@code writeAddress(..) failed: Broken pipe}. */
    private static boolean saysGone(IOException failure) {
        var message = failure.getMessage();
        return message != null && GONE.stream().anyMatch(message.toLowerCase(Locale.ROOT)::endsWith);
    }
}
