package dev.hotstate.metrics.live;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The counters that a page shows live, in one pipeline per node. */
@Singleton
class TotalsStore {

    private static final Duration DEADLINE = Duration.ofSeconds(1);

    private final RedisRouter router;
    private final List<Command> commands;

    TotalsStore(RedisRouter router, MetricsKeys keys) {
        this.router = router;
        this.commands = Stream.of(
                        get(keys.requests("total")),
                        get(keys.requests("accepted")),
                        get(keys.errors()),
                        get(keys.requests("speed_per_second")),
                        get(keys.requests("max_speed_per_second")),
                        get(keys.connections("current")),
                        get(keys.connections("max_since_startup")),
                        Command.of("SCARD").key(keys.labels("endpoint")),
                        Command.of("SCARD").key(keys.labels("instance")),
                        Command.of("PFCOUNT").key(keys.foldedLabels()))
                .toList();
    }

    /** @param folded about how many endpoints and instances were counted together, as {@code __other__} */
    @Schema(name = "LiveTotals")
    record Totals(
            long requests,
            long accepted,
            long errors,
            long perSecond,
            long perSecondMax,
            long connections,
            long connectionsMax,
            long endpoints,
            long instances,
            long folded) {}

    Uni<Totals> read() {
        return router.sendAll(commands, DEADLINE)
                .map(outcomes -> outcomes.stream()
                        .map(Outcome::orThrow)
                        .map(TotalsStore::number)
                        .toList())
                .map(found -> new Totals(
                        found.get(0),
                        found.get(1),
                        found.get(2),
                        found.get(3),
                        found.get(4),
                        found.get(5),
                        found.get(6),
                        found.get(7),
                        found.get(8),
                        found.get(9)));
    }

    private static Command get(RedisKey key) {
        return Command.of("GET").key(key);
    }

    private static long number(Reply reply) {
        return reply.isNil() ? 0 : reply.integer();
    }
}
