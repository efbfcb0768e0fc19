package dev.hotstate.metrics.envoy;

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
import java.util.concurrent.atomic.AtomicLong;
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
    private volatile Known known = new Known(Map.of(), Map.of());
    private final AtomicLong looks = new AtomicLong();
    /** The one that has told last what there is. */
    private long lastLook;

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
        return Optional.ofNullable(known.trees().get(domain));
    }

    Uni<Void> refresh() {
        return Uni.createFrom().deferred(() -> {
            long look = looks.incrementAndGet();
            return store.versions()
                    .chain(versions -> isKnown(look, versions)
                            ? Uni.createFrom().voidItem()
                            : store.all().invoke(all -> learn(look, all)).replaceWithVoid());
        });
    }

    private synchronized boolean isKnown(long look, Map<String, Integer> versions) {
        boolean isKnown = versions.equals(known.versions());
        lastLook = isKnown ? Math.max(lastLook, look) : lastLook;
        return isKnown;
    }

    /** What was read earlier may arrive later: whoever has changed a domain must not lose it to a look that began before. */
    private synchronized void learn(long look, Iterable<DomainStore.Stored> all) {
        if (look < lastLook) {
            return;
        }
        lastLook = look;
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
        known = new Known(versions, trees);
    }
}
