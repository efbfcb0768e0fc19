package dev.hotstate.monitor.definition;

import dev.hotstate.kit.redis.connection.RedisFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Tells this instance and Redis what was decided in Postgres. What Redis does not hear now, the reconciler tells it later: the
 * change itself has been made, so its caller gets no error.
 */
@Singleton
class Rollout {

    private static final Logger LOG = Logger.getLogger(Rollout.class);

    private final Definitions definitions;
    private final MonitorSchedule schedule;
    private final Counter unheard;

    Rollout(Definitions definitions, MonitorSchedule schedule, MeterRegistry meters) {
        this.definitions = definitions;
        this.schedule = schedule;
        this.unheard = Counter.builder("monitor.definition.unheard")
                .description("Changes that Redis could not be told at once; the reconciler repeats them")
                .register(meters);
    }

    Uni<Void> tell(List<Monitor> changed, boolean atOnce) {
        changed.forEach(definitions::learn);
        var enabled = changed.stream().filter(Monitor::enabled).toList();
        var withdrawals = changed.stream()
                .filter(monitor -> !monitor.enabled())
                .map(monitor -> schedule.withdraw(monitor.id(), monitor.version(), "disabled"))
                .toList();
        var enrolled = schedule.enroll(enabled, atOnce);
        return heard(
                withdrawals.isEmpty()
                        ? enrolled
                        : enrolled.chain(() ->
                                Uni.join().all(withdrawals).andCollectFailures().replaceWithVoid()));
    }

    Uni<Void> tellDeleted(Monitor deleted) {
        definitions.forget(deleted.id());
        return heard(schedule.withdraw(deleted.id(), deleted.nextVersion(), "deleted"));
    }

    Uni<MonitorSchedule.Hastening> hasten(String id) {
        return schedule.hasten(id);
    }

    private Uni<Void> heard(Uni<Void> telling) {
        return telling.onFailure(Rollout::isOutage).recoverWithUni(failure -> {
            unheard.increment();
            LOG.warnf("Redis has not heard of a change yet: %s", failure.getMessage());
            return Uni.createFrom().voidItem();
        });
    }

    private static boolean isOutage(Throwable failure) {
        return failure instanceof io.smallrye.mutiny.CompositeException several
                ? several.getCauses().stream().allMatch(RedisFailure::isOutage)
                : RedisFailure.isOutage(failure);
    }
}
