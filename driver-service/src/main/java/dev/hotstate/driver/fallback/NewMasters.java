package dev.hotstate.driver.fallback;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RedisRouter.Subscription;
import dev.hotstate.kit.redis.connection.SlotMap;
import dev.hotstate.kit.redis.key.HashSlot;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Notices which ranges of slots another node has taken over. It was a replica, perhaps, that had not heard the last words of
 * the one before.
 */
@Singleton
final class NewMasters {

    private final RedisRouter redis;
    private final @Nullable NodeAddress[] lastKnown = new NodeAddress[HashSlot.COUNT];
    private final Set<Integer> suspected = new TreeSet<>();
    private @Nullable Subscription subscription;

    NewMasters(RedisRouter redis) {
        this.redis = redis;
    }

    void start(@Observes StartupEvent event) {
        note(redis.slotMap());
        subscription = redis.onTopologyChange((before, after) -> note(after));
    }

    void stop(@Observes ShutdownEvent event) {
        if (subscription != null) {
            subscription.close();
        }
    }

    /** A slot that nobody serves for a while still has the one before as its last master. */
    synchronized void note(SlotMap map) {
        for (int slot = 0; slot < HashSlot.COUNT; slot++) {
            var master = map.masterOf(slot);
            if (master == null || master.equals(lastKnown[slot])) {
                continue;
            }
            if (lastKnown[slot] != null) {
                suspected.add(DriverKeys.rangeOf(slot));
            }
            lastKnown[slot] = master;
        }
    }

    synchronized List<Integer> suspected() {
        return List.copyOf(suspected);
    }

    synchronized void reported(List<Integer> ranges) {
        ranges.forEach(suspected::remove);
    }
}
