package dev.hotstate.driver.mirror;

import io.smallrye.mutiny.Uni;
import java.util.Collection;

/** Tells Redis what somebody said about the status of drivers, where Postgres knows it and Redis does not any more. */
public interface ForgottenStatuses {

    Uni<Void> restore(Collection<Long> drivers);
}
