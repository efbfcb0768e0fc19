package dev.hotstate.monitor.retention;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;

/**
 * Rows that are kept for a while. Beans of this type are found by themselves.
 *
 * @param name as in the metric
 */
public record AgingRows(String name, Duration keep, Removal removal) {

    @FunctionalInterface
    public interface Removal {

        /** @return how many rows were removed, at most {@code max}; as many: there may be more */
        Uni<Integer> removeBefore(Instant time, int max);
    }
}
