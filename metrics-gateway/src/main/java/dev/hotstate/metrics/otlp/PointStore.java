package dev.hotstate.metrics.otlp;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptOutcome;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.observation.RecordingConfig;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** The last points of streams that grow. */
@Singleton
class PointStore {

    static final Script<PointWord> KEEP_POINT = Script.load("lua/otlp/keep_point.lua", PointWord.class);

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final RecordingConfig config;

    PointStore(RedisRouter router, Scripts scripts, MetricsKeys keys, RecordingConfig config) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.config = config;
    }

    /** In the order of the streams. */
    Uni<List<Optional<String>>> last(List<Growing> streams) {
        var commands = streams.stream()
                .map(growing -> Command.of("GET").key(keys.lastPoint(growing.stream())))
                .toList();
        return router.sendAll(commands, config.deadline())
                .map(outcomes -> outcomes.stream()
                        .map(Outcome::orThrow)
                        .map(PointStore::text)
                        .toList());
    }

    Uni<Void> keep(List<Growing> streams) {
        var calls = streams.stream()
                .map(growing -> scripts.run(KEEP_POINT, keys.lastPoint(growing.stream()))
                        .idempotent()
                        .with(growing.point().text(), config.seriesLifetime().toMillis()))
                .toList();
        return scripts.runAll(calls, config.deadline())
                .invoke(outcomes -> outcomes.forEach(outcome -> {
                    if (outcome instanceof ScriptOutcome.Failed<PointWord> failed) {
                        throw failed.failure();
                    }
                }))
                .replaceWithVoid();
    }

    private static Optional<String> text(Reply reply) {
        return reply.isNil() ? Optional.empty() : Optional.of(reply.text());
    }
}
