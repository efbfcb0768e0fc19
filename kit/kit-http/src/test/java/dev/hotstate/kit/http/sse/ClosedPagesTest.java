package dev.hotstate.kit.http.sse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClosedPagesTest {

    private static final String WRITER = "org.jboss.resteasy.reactive.server.handlers.PublisherResponseHandler";

    static Stream<Throwable> closed() {
        return Stream.of(
                new ClosedChannelException(),
                new ClosedChannelException() {},
                new IOException("Connection reset by peer"),
                new IOException("Connection reset"),
                new IOException("writeAddress(..) failed with error(-32): Broken pipe"));
    }

    static Stream<Throwable> trouble() {
        return Stream.of(
                new IllegalStateException("Connection reset by peer"),
                new IOException("No space left on device"),
                new IOException((String) null),
                new IOException("Connection reset by peer: of the database"),
                new IOException(new ClosedChannelException()));
    }

    @ParameterizedTest
    @MethodSource("closed")
    void a_page_that_was_closed_while_it_was_written_to_is_not_logged(Throwable thrown) {
        assertThat(isLogged(WRITER, thrown)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("trouble")
    void whatever_else_goes_wrong_with_a_stream_is_logged(Throwable thrown) {
        assertThat(isLogged(WRITER, thrown)).isTrue();
    }

    @Test
    void what_says_nothing_of_a_failure_or_comes_from_elsewhere_is_logged() {
        assertThat(isLogged(WRITER, null)).isTrue();
        assertThat(isLogged("dev.hotstate.kit.http.sse.EventFeed", new ClosedChannelException()))
                .isTrue();
        assertThat(isLogged(null, new ClosedChannelException())).isTrue();
    }

    private static boolean isLogged(@Nullable String logger, @Nullable Throwable thrown) {
        var entry = new LogRecord(Level.SEVERE, "Exception in SSE server handling");
        entry.setLoggerName(logger);
        entry.setThrown(thrown);
        return new ClosedPages().isLoggable(entry);
    }
}
