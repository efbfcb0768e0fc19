package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.connection.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that Redis says about a monitor.
 *
 * @param answered false if the node that has it did not answer: then nothing is known
 * @param recent newest first, as Redis has them: a page has thousands of them, and shows a part of each only
 */
record HotMonitor(
        boolean answered,
        @Nullable HotStatus status,
        @Nullable HotIncident incident,
        List<Reply> recent) {

    static final HotMonitor UNREACHABLE = new HotMonitor(false, null, null, List.of());
}
