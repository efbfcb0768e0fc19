package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.connection.RedisRouter.SuccessionListener;
import dev.hotstate.kit.redis.key.HashSlot;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntPredicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Notices slots that another process serves than before: another node, or the same one, restarted in its place. */
final class Successions {

    private static final Logger LOG = Logger.getLogger(Successions.class);

    private final @Nullable NodeAddress[] lastMasters = new NodeAddress[HashSlot.COUNT];
    private final List<SuccessionListener> listeners = new CopyOnWriteArrayList<>();

    void add(SuccessionListener listener) {
        listeners.add(listener);
    }

    void remove(SuccessionListener listener) {
        listeners.remove(listener);
    }

    /** A slot that nobody serves for a while still has the one before as its last master. */
    void adopted(SlotMap map) {
        var slots = new BitSet();
        synchronized (lastMasters) {
            for (int slot = 0; slot < HashSlot.COUNT; slot++) {
                var master = map.masterOf(slot);
                if (master != null && !master.equals(lastMasters[slot])) {
                    slots.set(slot, lastMasters[slot] != null);
                    lastMasters[slot] = master;
                }
            }
        }
        tell(slots);
    }

    void restarted(NodeAddress node) {
        var slots = new BitSet();
        synchronized (lastMasters) {
            for (int slot = 0; slot < HashSlot.COUNT; slot++) {
                slots.set(slot, node.equals(lastMasters[slot]));
            }
        }
        tell(slots);
    }

    private void tell(BitSet slots) {
        if (!slots.isEmpty()) {
            IntPredicate served = slots::get;
            listeners.forEach(listener -> tell(listener, served));
        }
    }

    /** It is told once: what fails for one must not keep it from the others. */
    private static void tell(SuccessionListener listener, IntPredicate served) {
        try {
            listener.succeeded(served);
        } catch (RuntimeException failure) {
            LOG.warn("A listener to successions failed", failure);
        }
    }
}
