package dev.hotstate.driver.registry;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Learns the ids in the background of the start, so that searches and positions go on while Postgres does not. */
@Singleton
class IdsWarmup {

    private static final Logger LOG = Logger.getLogger(IdsWarmup.class);
    private static final int PAGE = 5_000;

    private final RegistryStore store;
    private final DriverIds ids;
    private final RegistryConfig config;

    IdsWarmup(RegistryStore store, DriverIds ids, RegistryConfig config) {
        this.store = store;
        this.ids = ids;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        learn(0, 0)
                .subscribe()
                .with(
                        learned -> LOG.debugf("%d ids are in memory", learned),
                        failure -> LOG.warnf("Ids are asked for one by one: %s", failure.getMessage()));
    }

    /** @return how many there are by then */
    private Uni<Integer> learn(long after, int learned) {
        return store.pairsAfter(after, PAGE).chain(pairs -> {
            pairs.forEach(ids::keep);
            int all = learned + pairs.size();
            return pairs.size() < PAGE || all >= config.idsMax()
                    ? Uni.createFrom().item(all)
                    : learn(pairs.getLast().number(), all);
        });
    }
}
