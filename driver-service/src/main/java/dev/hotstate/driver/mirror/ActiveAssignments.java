package dev.hotstate.driver.mirror;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;

/** Knows who is claimed, in Postgres. */
public interface ActiveAssignments {

    /** Those of the drivers that are, and who holds them, as their records say that. */
    Uni<Map<Long, String>> of(Collection<Long> drivers);
}
