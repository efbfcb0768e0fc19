package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.key.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which master owns which slot: an immutable picture of {@code CLUSTER SLOTS}. */
public final class SlotMap {

    /** Nothing known yet. */
    public static final SlotMap EMPTY = new SlotMap(new NodeAddress[HashSlot.COUNT], Map.of());

    private final @Nullable NodeAddress[] masters;
    private final Map<NodeAddress, List<NodeAddress>> replicasByMaster;
    private final List<NodeAddress> distinctMasters;

    private SlotMap(@Nullable NodeAddress[] masters, Map<NodeAddress, List<NodeAddress>> replicasByMaster) {
        this.masters = masters;
        this.replicasByMaster = replicasByMaster;
        this.distinctMasters = List.copyOf(new TreeSet<>(replicasByMaster.keySet()));
    }

    /**
     * Reads a {@code CLUSTER SLOTS} reply: rows of first slot, last slot, master, replicas.
     *
     * @param asked the node that answered: a node that does not know its own address announces an empty host
     */
    static SlotMap fromReply(Reply reply, NodeAddress asked) {
        NodeAddress[] masters = new NodeAddress[HashSlot.COUNT];
        Map<NodeAddress, List<NodeAddress>> replicas = new HashMap<>();
        for (Reply range : reply.list()) {
            NodeAddress master = address(range.get(2), asked);
            if (master == null) {
                continue;
            }
            Arrays.fill(
                    masters, (int) range.get(0).integer(), (int) range.get(1).integer() + 1, master);
            List<NodeAddress> ofMaster = new ArrayList<>();
            for (int i = 3; i < range.size(); i++) {
                NodeAddress replica = address(range.get(i), asked);
                if (replica != null) {
                    ofMaster.add(replica);
                }
            }
            replicas.put(master, List.copyOf(ofMaster));
        }
        return new SlotMap(masters, Map.copyOf(replicas));
    }

    private static @Nullable NodeAddress address(Reply node, NodeAddress asked) {
        int port = (int) node.get(1).integer();
        Reply announced = node.get(0);
        String host = announced.isNil() || announced.text().isEmpty() ? asked.host() : announced.text();
        return port == 0 || host.equals("?") ? null : new NodeAddress(host, port);
    }

    public @Nullable NodeAddress masterOf(int slot) {
        return masters[slot];
    }

    /** Sorted, each once. */
    public List<NodeAddress> masters() {
        return distinctMasters;
    }

    public List<NodeAddress> replicasOf(NodeAddress master) {
        return replicasByMaster.getOrDefault(master, List.of());
    }

    /** Masters and replicas. */
    public Set<NodeAddress> nodes() {
        Set<NodeAddress> nodes = new HashSet<>(distinctMasters);
        replicasByMaster.values().forEach(nodes::addAll);
        return nodes;
    }

    public int slotsOf(NodeAddress master) {
        int slots = 0;
        for (NodeAddress owner : masters) {
            if (master.equals(owner)) {
                slots++;
            }
        }
        return slots;
    }

    /** How many of the 16384 slots have a master. */
    public int covered() {
        int covered = 0;
        for (NodeAddress owner : masters) {
            if (owner != null) {
                covered++;
            }
        }
        return covered;
    }

    /** The slots whose master differs between the two maps, in order. */
    public int[] changedSince(SlotMap before) {
        int[] changed = new int[HashSlot.COUNT];
        int count = 0;
        for (int slot = 0; slot < HashSlot.COUNT; slot++) {
            NodeAddress was = before.masters[slot];
            NodeAddress is = masters[slot];
            if (is == null ? was != null : !is.equals(was)) {
                changed[count++] = slot;
            }
        }
        return Arrays.copyOf(changed, count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SlotMap that
                && Arrays.equals(masters, that.masters)
                && replicasByMaster.equals(that.replicasByMaster);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(masters);
    }

    @Override
    public String toString() {
        return "SlotMap" + distinctMasters;
    }
}
