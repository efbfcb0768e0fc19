package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.key.HashSlot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The slot map with the nodes in place of their addresses. */
final class Routes {

    static final Routes NONE = new Routes(SlotMap.EMPTY, List.of());

    private final SlotMap map;
    private final List<Node> masters;
    private final @Nullable Node[] bySlot = new Node[HashSlot.COUNT];

    /** @param masters the nodes of all masters of the map */
    Routes(SlotMap map, List<Node> masters) {
        this.map = map;
        this.masters = masters;
        Map<NodeAddress, Node> byAddress =
                masters.stream().collect(Collectors.toMap(Node::address, Function.identity()));
        for (int slot = 0; slot < bySlot.length; slot++) {
            NodeAddress master = map.masterOf(slot);
            bySlot[slot] = master == null ? null : byAddress.get(master);
        }
    }

    SlotMap map() {
        return map;
    }

    List<Node> masters() {
        return masters;
    }

    @Nullable
    Node masterOf(int slot) {
        return bySlot[slot];
    }

    /** One of the masters, evenly; null if none is known. */
    @Nullable
    Node anyMaster() {
        return masters.isEmpty()
                ? null
                : masters.get(ThreadLocalRandom.current().nextInt(masters.size()));
    }
}
