package dev.hotstate.metrics.adaptive;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.adaptive.Condition.Totals;
import dev.hotstate.metrics.observation.PackedCounts;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was recorded of an endpoint, and which policies are tightened. */
@Singleton
class AdaptiveStore {

    static final Script<HoldWord> HOLD_TIGHTENED = Script.load("lua/adaptive/hold_tightened.lua", HoldWord.class);

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;

    AdaptiveStore(RedisRouter router, Scripts scripts, MetricsKeys keys) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
    }

    /** @param left until it ends, if nobody holds it any longer */
    record Held(Instant since, Duration left) {}

    Uni<Totals> totals(String endpoint) {
        return router.sendAll(List.of(
                        Command.of("GET").key(keys.ofEndpoint(endpoint)),
                        Command.of("GET").key(keys.errorsOfEndpoint(endpoint)),
                        Command.of("GET").key(keys.sketch(endpoint))))
                .map(outcomes -> outcomes.stream().map(Outcome::orThrow).toList())
                .map(replies ->
                        new Totals(number(replies.get(0)), number(replies.get(1)), PackedCounts.read(replies.get(2))));
    }

    /** Holds it; what is not tightened yet, is from now on if {@code begins}. */
    Uni<Optional<Held>> hold(String policy, Duration hold, boolean begins) {
        return scripts.run(HOLD_TIGHTENED, keys.tightened(policy))
                .idempotent()
                .args(hold.toMillis(), begins)
                .map(reply -> reply.status() == HoldWord.USUAL
                        ? Optional.empty()
                        : Optional.of(
                                new Held(Instant.ofEpochMilli(reply.integer(0)), Duration.ofMillis(reply.integer(1)))));
    }

    Uni<Optional<Held>> look(String policy) {
        return hold(policy, Duration.ZERO, false);
    }

    private static long number(Reply reply) {
        return reply.isNil() ? 0 : reply.integer();
    }
}
