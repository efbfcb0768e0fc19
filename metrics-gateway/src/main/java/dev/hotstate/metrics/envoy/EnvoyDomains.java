package dev.hotstate.metrics.envoy;

import dev.hotstate.kit.redis.worker.NewestReading;
import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.metrics.policy.PolicyConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** All domains, in memory, read again when one has changed. */
@Singleton
class EnvoyDomains {

    static final int DOMAIN_LENGTH_MAX = 200;

    private static final Logger LOG = Logger.getLogger(EnvoyDomains.class);

    private record Known(Map<String, Integer> versions, Map<String, DescriptorTree> trees) {}

    private final DomainStore store;
    private final EnvoyConfig config;
    private final PolicyConfig pace;
    private final Vertx vertx;
    private final NewestReading<Known> known = new NewestReading<>(new Known(Map.of(), Map.of()), this::look);
    private @Nullable Ticker ticker;

    EnvoyDomains(DomainStore store, EnvoyConfig config, PolicyConfig pace, Vertx vertx) {
        this.store = store;
        this.config = config;
        this.pace = pace;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, pace.refresh(), "Reading the domains of Envoy", this::refresh);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Optional<DescriptorTree> tree(String domain) {
        return Optional.ofNullable(known.get().trees().get(domain));
    }

    Uni<Void> refresh() {
        return known.read();
    }

    private Uni<Known> look() {
        return store.versions().chain(versions -> {
            var last = known.get();
            return versions.equals(last.versions())
                    ? Uni.createFrom().item(last)
                    : store.all().map(this::understood);
        });
    }

    private Known understood(Iterable<DomainStore.Stored> all) {
        var versions = new HashMap<String, Integer>();
        var trees = new HashMap<String, DescriptorTree>();
        for (var stored : all) {
            var read = DescriptorFile.read(stored.config(), stored.version(), config);
            if (!read.errors().isEmpty()) {
                LOG.errorf("The domain %s can't be read: %s", stored.domain(), read.errors());
            }
            versions.put(stored.domain(), stored.version());
            trees.put(stored.domain(), read.tree());
        }
        return new Known(versions, trees);
    }
}
