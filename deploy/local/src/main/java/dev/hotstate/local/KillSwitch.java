package dev.hotstate.local;

import dev.hotstate.kit.backends.redis.RedisNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kills a Redis node with -9, so that people can watch it come back. Never so often that {@link RestartPolicy} would give the node up,
 * and never two at a time.
 */
final class KillSwitch {

    private static final int KILLS_MAX = 3;
    private static final Duration COUNTED = Duration.ofMinutes(2);

    private final EmbeddedBackends backends;
    private final Clock clock;
    private final List<Instant> kills = new ArrayList<>();

    KillSwitch(EmbeddedBackends backends, Clock clock) {
        this.backends = backends;
        this.clock = clock;
    }

    /** @return why it was not killed; empty if it was */
    synchronized Optional<String> kill(int port) {
        var now = clock.instant();
        kills.removeIf(kill -> kill.isBefore(now.minus(COUNTED)));
        var node = backends.nodes().stream().filter(each -> each.port() == port).findFirst();
        if (node.isEmpty()) {
            return Optional.of("There is no Redis node on port " + port + ".");
        }
        if (backends.nodes().stream().anyMatch(each -> !each.process().isAlive())) {
            return Optional.of("One of them is down already. Watch it come back first.");
        }
        if (kills.size() >= KILLS_MAX) {
            return Optional.of(
                    "Three within two minutes are enough: a node that dies five times stays down. Try again in a minute.");
        }
        kills.add(now);
        node.ifPresent(RedisNode::kill);
        return Optional.empty();
    }
}
