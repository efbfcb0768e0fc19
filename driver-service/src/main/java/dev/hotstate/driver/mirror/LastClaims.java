package dev.hotstate.driver.mirror;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Map;

/** Knows who is claimed and who was, in Postgres. */
public interface LastClaims {

    /** Those of the drivers that are or were: who holds them, or that it is over, as their records say that. */
    Uni<Map<Long, String>> of(Collection<Long> drivers);
}
