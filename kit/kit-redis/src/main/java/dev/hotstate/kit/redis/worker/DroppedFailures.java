package dev.hotstate.kit.redis.worker;

import dev.hotstate.kit.redis.connection.RedisFailure;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/**
 * What several commands at once fail with after the first failure has ended their wait. Mutiny has nobody to tell, and Quarkus
 * logs it as an error of its own, once for each command while a node is away. The first failure went to whoever waited.
 */
@ApplicationScoped
class DroppedFailures {

    private static final Logger LOG = Logger.getLogger(DroppedFailures.class);

    void listen(@Observes StartupEvent event) {
        Infrastructure.setDroppedExceptionHandler(DroppedFailures::note);
    }

    static void note(Throwable dropped) {
        if (dropped instanceof RedisFailure) {
            LOG.debugf("After another failure: %s", dropped.getMessage());
        } else {
            LOG.error("A failure that nobody waited for", dropped);
        }
    }
}
