package dev.hotstate.kit.redis.instance;

import java.time.Instant;
import java.util.List;

/**
 * The living processes of a service, as of the last renewal.
 *
 * @param count all of them
 * @param ids   the first hundred (of owners, the first thousand), those that lapse soonest first
 */
public record LiveInstances(long count, List<String> ids, Instant asOf) {

    public LiveInstances {
        ids = List.copyOf(ids);
    }
}
