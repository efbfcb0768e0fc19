package dev.hotstate.driver.position;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;

/** Asks Postgres how drivers stand. */
@FunctionalInterface
public interface Standings {

    /** Those that exist; fails while Postgres is away, and they stay hidden. */
    Uni<Map<Long, Standing>> of(Collection<Long> drivers);
}
