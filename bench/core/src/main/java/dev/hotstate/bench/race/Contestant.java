package dev.hotstate.bench.race;

import java.io.IOException;

/** One side of a comparison. What several contestants share is started before them, by the benchmark itself. */
public interface Contestant {

    /** As it appears in the table; unique within a race. */
    String name();

    /** Brings up what only this contestant needs, until it is ready to be measured. */
    default void start() throws IOException, InterruptedException {}

    /** Runs long enough for just-in-time compilers, connection pools and allocators to settle. Not measured. */
    void warmUp() throws IOException, InterruptedException;

    /** Takes this contestant's turn in a round. */
    Sample measure() throws IOException, InterruptedException;

    default void stop() throws IOException, InterruptedException {}
}
