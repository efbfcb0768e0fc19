package dev.hotstate.bench.stage;

import java.io.IOException;

/** Things of one kind that a service keeps in a Redis of its own. */
public interface Population extends AutoCloseable {

    BenchBackends backends();

    /** So many in all; returns when the service is through with them. */
    void growTo(int size) throws IOException, InterruptedException;

    /** Stops what nobody else uses. */
    @Override
    void close();
}
