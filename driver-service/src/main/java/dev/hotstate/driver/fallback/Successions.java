package dev.hotstate.driver.fallback;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RedisRouter.Subscription;
import dev.hotstate.kit.redis.key.HashSlot;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which ranges of slots another process of Redis has taken over: a replica, perhaps, or the same master after a restart. It
 * may lack the last words that the one before was told.
 */
@Singleton
final class Successions {

    private final RedisRouter redis;
    private final Set<Integer> suspected = new TreeSet<>();
    private @Nullable Subscription subscription;

    Successions(RedisRouter redis) {
        this.redis = redis;
    }

    void start(@Observes StartupEvent event) {
        subscription = redis.onSuccession(this::succeeded);
    }

    void stop(@Observes ShutdownEvent event) {
        if (subscription != null) {
            subscription.close();
        }
    }

    void succeeded(IntPredicate slots) {
        suspect(IntStream.range(0, HashSlot.COUNT)
                .filter(slots)
                .mapToObj(DriverKeys::rangeOf)
                .toList());
    }

    synchronized void suspect(Collection<Integer> ranges) {
        suspected.addAll(ranges);
    }

    /** Those of which nobody was told yet. What is taken over again from now on is told again. */
    synchronized List<Integer> take() {
        var taken = List.copyOf(suspected);
        suspected.clear();
        return taken;
    }
}
