package dev.hotstate.driver.position;

import org.jspecify.annotations.Nullable;

/**
 * One point of a batch, read.
 *
 * @param id      of the driver; empty if there is none in it
 * @param point   absent where the receiver does not know where it is
 * @param problem what is wrong with it; then nothing is taken of it
 */
record BatchItem(String id, @Nullable Point point, @Nullable String problem) {

    static BatchItem invalid(String id, String problem) {
        return new BatchItem(id, null, problem);
    }

    boolean isValid() {
        return problem == null;
    }
}
