package dev.hotstate.kit.redis.vitals;

import java.util.function.Consumer;

/** Where the vitals are read: what pages, health and streams need to know of this package. */
public interface VitalsSource {

    /** The latest look, at most a second or two old; never null, also before the first poll. */
    Vitals current();

    VitalsHistory history();

    /**
     * Calls the listener after each poll, about once a second, on an event loop: it must not block. Close what is
     * returned to stop.
     */
    Subscription onPoll(Consumer<Vitals> listener);

    /** Something that goes on until closed. */
    @FunctionalInterface
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
