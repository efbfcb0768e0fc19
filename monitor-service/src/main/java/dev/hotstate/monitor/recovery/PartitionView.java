package dev.hotstate.monitor.recovery;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What Redis knows of a partition, read in pages while others change it: good for suspicions only.
 *
 * @param scores   of the schedule, in milliseconds, by monitor
 * @param versions of the definitions, by monitor
 * @param claimed  monitors with a claim
 * @param readAt   by the clock of Redis, in milliseconds
 */
record PartitionView(Map<String, Long> scores, Map<String, Integer> versions, Set<String> claimed, long readAt) {

    Set<String> monitors() {
        var all = new HashSet<>(scores.keySet());
        all.addAll(versions.keySet());
        all.addAll(claimed);
        return all;
    }
}
