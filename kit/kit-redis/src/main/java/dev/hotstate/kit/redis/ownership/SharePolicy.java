package dev.hotstate.kit.redis.ownership;

import java.util.Collection;

/**
 * How many partitions each living process should have: the same number for all, and one more for the first few by name
 * where that does not come out even. Processes that see the same living ones agree without talking to each other.
 */
final class SharePolicy {

    private SharePolicy() {}

    /**
     * @param living the ids of the living processes; one that is not (yet) among them has no share
     */
    static int share(String self, Collection<String> living, int partitions) {
        var names = living.stream().distinct().sorted().toList();
        int rank = names.indexOf(self);
        if (rank < 0) {
            return 0;
        }
        return partitions / names.size() + (rank < partitions % names.size() ? 1 : 0);
    }
}
