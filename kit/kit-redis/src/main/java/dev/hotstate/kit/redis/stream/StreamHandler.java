package dev.hotstate.kit.redis.stream;

import dev.hotstate.kit.redis.partition.Partition;
import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * What is done with the entries of a stream. Those of one partition come one batch after another, each entry again and
 * again until a batch with it succeeded: see the package for what a handler must bear.
 */
@FunctionalInterface
public interface StreamHandler {

    /** Success means: these entries need never be seen again. Must not block, and ends within the patience of the spec. */
    Uni<Void> handle(Partition partition, List<StreamEntry> entries);
}
