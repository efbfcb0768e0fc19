package dev.hotstate.local.stage;

import java.io.IOException;
import java.time.Duration;

/** One part of the demo world. Whatever fails is tried again; so each step can be repeated. */
public interface Act {

    /** In the log. */
    String name();

    /** From one step to the next. */
    Duration period();

    /** Before the first step, and again until it succeeds. */
    void begin() throws IOException;

    void play() throws IOException;

    /** Leaves nothing behind that would be wrong without this process. Called only after {@link #begin} has succeeded. */
    void end() throws IOException;
}
