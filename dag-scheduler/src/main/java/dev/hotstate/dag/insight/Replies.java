package dev.hotstate.dag.insight;

import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.Reply;
import java.util.List;

/** What the nodes that answer say: a page about an outage must not vanish with it. */
final class Replies {

    private Replies() {}

    /** Those that came; fails if none did. */
    static List<Reply> of(List<Outcome> outcomes) {
        var replies = outcomes.stream()
                .filter(Outcome.Replied.class::isInstance)
                .map(Outcome::orThrow)
                .toList();
        if (replies.isEmpty() && !outcomes.isEmpty()) {
            outcomes.getFirst().orThrow();
        }
        return replies;
    }
}
