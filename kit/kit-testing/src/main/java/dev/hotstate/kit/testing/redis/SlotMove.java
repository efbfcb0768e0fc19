package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RespClient;
import java.util.ArrayList;
import java.util.List;

/**
 * A slot on its way from one master to another, step by step, so that a test can stop in between: as long as it lasts,
 * the source answers ASK for keys that have left, and TRYAGAIN when only some of a command's keys have.
 */
public final class SlotMove implements AutoCloseable {

    private static final int KEYS_PER_STEP = 100;
    private static final String MIGRATE_TIMEOUT_MILLIS = "5000";

    private final RedisClusterHarness cluster;
    private final int slot;
    private final RedisNode source;
    private final RedisNode target;
    private final RespClient sourceAdmin;
    private final RespClient targetAdmin;
    private boolean finished;

    SlotMove(RedisClusterHarness cluster, int slot, RedisNode source, RedisNode target) {
        this.cluster = cluster;
        this.slot = slot;
        this.source = source;
        this.target = target;
        this.sourceAdmin = source.connect();
        this.targetAdmin = target.connect();
        targetAdmin.call("CLUSTER", "SETSLOT", slotText(), "IMPORTING", source.id());
        sourceAdmin.call("CLUSTER", "SETSLOT", slotText(), "MIGRATING", target.id());
    }

    public RedisNode source() {
        return source;
    }

    public RedisNode target() {
        return target;
    }

    public long keysLeft() {
        return sourceAdmin.number("CLUSTER", "COUNTKEYSINSLOT", slotText());
    }

    /** Moves at most that many keys and says how many there were to move. */
    public int migrateKeys(int countMax) {
        return migrateKeys(keysInSlot(countMax));
    }

    /** Moves chosen keys; those that are not there are left out. */
    public int migrateKeys(List<String> keys) {
        if (keys.isEmpty()) {
            return 0;
        }
        var words = new ArrayList<>(List.of(
                "MIGRATE",
                RedisNode.HOST,
                Integer.toString(target.port()),
                "",
                "0",
                MIGRATE_TIMEOUT_MILLIS,
                "AUTH2",
                cluster.admin().user(),
                cluster.admin().password(),
                "KEYS"));
        words.addAll(keys);
        sourceAdmin.call(words.toArray(String[]::new));
        return keys.size();
    }

    /** Moves what is left and gives the slot to its new owner, as redis-cli does: first the target, then the source. */
    public void finish() {
        while (migrateKeys(KEYS_PER_STEP) > 0) {
            // Clients can't add keys here any more: a new key goes to the target.
        }
        var targetId = target.id();
        targetAdmin.call("CLUSTER", "SETSLOT", slotText(), "NODE", targetId);
        sourceAdmin.call("CLUSTER", "SETSLOT", slotText(), "NODE", targetId);
        finished = true;
        closeClients();
        cluster.awaitOwner(slot, target);
    }

    /** Finishes the move if that was not done. A move that can't be finished any more is undone by the next healing. */
    @Override
    public void close() {
        if (!finished) {
            finish();
        }
    }

    private void closeClients() {
        sourceAdmin.close();
        targetAdmin.close();
    }

    private List<String> keysInSlot(int countMax) {
        var reply = (List<?>) sourceAdmin.call("CLUSTER", "GETKEYSINSLOT", slotText(), Integer.toString(countMax));
        return reply == null ? List.of() : reply.stream().map(String::valueOf).toList();
    }

    private String slotText() {
        return Integer.toString(slot);
    }
}
