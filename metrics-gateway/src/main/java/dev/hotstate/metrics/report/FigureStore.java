package dev.hotstate.metrics.report;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.observation.PackedCounts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** Reads counters and sketches, each where it lies, in one pipeline per node. */
@Singleton
class FigureStore {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final RedisRouter router;

    FigureStore(RedisRouter router) {
        this.router = router;
    }

    /** In the order of the keys; 0 for what was never counted. Whole numbers and sums alike. */
    Uni<List<Double>> numbers(List<RedisKey> keys) {
        return router.sendAll(
                        keys.stream().map(key -> Command.of("GET").key(key)).toList(), DEADLINE)
                .map(outcomes -> outcomes.stream()
                        .map(Outcome::orThrow)
                        .map(FigureStore::number)
                        .toList());
    }

    /** Counts by bucket, in the order of the keys. */
    Uni<List<SortedMap<Integer, Long>>> sketches(List<RedisKey> keys) {
        return router.sendAll(
                        keys.stream().map(key -> Command.of("GET").key(key)).toList(), DEADLINE)
                .map(outcomes -> outcomes.stream()
                        .map(Outcome::orThrow)
                        .map(PackedCounts::read)
                        .toList());
    }

    private static double number(Reply reply) {
        return reply.isNil() ? 0 : Double.parseDouble(reply.text());
    }
}
