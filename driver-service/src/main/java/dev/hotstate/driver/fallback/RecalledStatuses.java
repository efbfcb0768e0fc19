package dev.hotstate.driver.fallback;

import dev.hotstate.driver.mirror.ForgottenStatuses;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.DriverState;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;
import org.jboss.logging.Logger;

/** Brings back what somebody said about drivers and a failover of Redis has lost. */
@Singleton
class RecalledStatuses implements ForgottenStatuses {

    private static final Logger LOG = Logger.getLogger(RecalledStatuses.class);

    private final RestoreStore store;
    private final Restoration restoration;

    /** Looked up late: the mirror listens to them, and is who asks for this. */
    private final Instance<DriverChanges> changes;

    RecalledStatuses(RestoreStore store, Restoration restoration, Instance<DriverChanges> changes) {
        this.store = store;
        this.restoration = restoration;
        this.changes = changes;
    }

    @Override
    public Uni<Void> restore(Collection<Long> drivers) {
        LOG.warnf("Redis has forgotten what was said about %d drivers; Postgres has not", drivers.size());
        return store.of(drivers).chain(restoration::restore).invoke(this::tell).replaceWithVoid();
    }

    private void tell(Map<Long, DriverState> restored) {
        changes.get()
                .tell(restored.entrySet().stream()
                        .map(entry -> new DriverChange(entry.getKey(), entry.getValue(), null))
                        .toList());
    }
}
