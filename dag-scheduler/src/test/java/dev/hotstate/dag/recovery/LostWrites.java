package dev.hotstate.dag.recovery;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.key.HashSlot;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;

/**
 * Lets a partition lose its newest writes, as a replica that takes over and lags behind or a master that is restarted without them does: from one
 * moment to the next all of its keys are as they were when this was made, streams and their readers included, and another process serves them
 * than the one that was compared. Only who owns it stays, which costs whoever waits for it two seconds.
 */
public final class LostWrites {

    private static final String REMEMBER = """
            local slot, kept, owner = ARGV[1], ARGV[2], ARGV[3]
            redis.call('DEL', kept)
            for _, key in ipairs(redis.call('CLUSTER', 'GETKEYSINSLOT', slot, 1000000)) do
              local value = key ~= owner and redis.call('DUMP', key)
              if value then redis.call('HSET', kept, key, redis.call('PTTL', key) .. '|' .. value) end
            end
            return 'REMEMBERED'""";

    private static final String LOSE = """
            local slot, kept, owner, epoch = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
            local before = redis.call('HGETALL', kept)
            for _, key in ipairs(redis.call('CLUSTER', 'GETKEYSINSLOT', slot, 1000000)) do
              if key ~= owner then redis.call('DEL', key) end
            end
            for i = 1, #before, 2 do
              local ttl, value = before[i + 1]:match('^(-?%d+)|(.*)$')
              redis.call('RESTORE', before[i], ttl == '-1' and 0 or math.max(1, tonumber(ttl)), value)
            end
            redis.call('HSET', epoch, 'process', 'the one before')
            return 'LOST'""";

    private final RedisNode master;
    private final String[] arguments;

    private LostWrites(RedisNode master, String... arguments) {
        this.master = master;
        this.arguments = arguments;
    }

    /** Whatever is written to the partition from now on. */
    public static LostWrites since(RedisClusterHarness cluster, DagKeys keys, Partition partition) {
        var epoch = keys.epoch(partition).value();
        var tag = partition.tag().braced();
        var lost = new LostWrites(
                cluster.masterOf(epoch),
                Integer.toString(HashSlot.of(epoch)),
                "lost:" + tag,
                epoch.replace(":epoch:", ":owner:"),
                epoch);
        lost.call(REMEMBER);
        return lost;
    }

    /** Once. */
    public void happen() {
        call(LOSE);
    }

    private void call(String script) {
        var words = new String[3 + arguments.length];
        words[0] = "EVAL";
        words[1] = script;
        words[2] = "0";
        System.arraycopy(arguments, 0, words, 3, arguments.length);
        master.call(words);
    }
}
