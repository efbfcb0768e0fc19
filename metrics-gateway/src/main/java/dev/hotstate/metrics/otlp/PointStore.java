package dev.hotstate.metrics.otlp;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptOutcome;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.observation.RecordingConfig;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The last points of streams that grow, of so many of them as there are places. */
@Singleton
class PointStore {

    static final Script<StreamsWord> ADMIT_STREAMS = Script.load("lua/otlp/admit_streams.lua", StreamsWord.class);
    static final Script<PointWord> KEEP_POINT = Script.load("lua/otlp/keep_point.lua", PointWord.class);

    private static final int STREAMS_PER_CALL = 500;

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final OtlpConfig config;
    private final Duration deadline;

    PointStore(
            RedisRouter router, Scripts scripts, MetricsKeys keys, OtlpConfig config, RecordingConfig recordingConfig) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.config = config;
        this.deadline = recordingConfig.deadline();
    }

    /** Gives those that have a place, in their order. */
    Uni<List<Growing>> admit(List<Growing> streams) {
        return Multi.createFrom()
                .iterable(streams)
                .group()
                .intoLists()
                .of(STREAMS_PER_CALL)
                .onItem()
                .transformToUniAndConcatenate(this::admitSome)
                .collect()
                .in(ArrayList<Growing>::new, List::addAll)
                .map(admitted -> admitted);
    }

    private Uni<List<Growing>> admitSome(List<Growing> streams) {
        var args = new ArrayList<Object>(
                List.of(config.streamsMax(), config.pointLifetime().toMillis()));
        streams.forEach(growing -> args.add(nameOf(growing)));
        return scripts.run(ADMIT_STREAMS, keys.streams())
                .idempotent()
                .within(deadline)
                .args(args.toArray())
                .map(reply -> Set.copyOf(reply.textsFrom(0)))
                .map(without -> streams.stream()
                        .filter(growing -> !without.contains(nameOf(growing)))
                        .toList());
    }

    private static String nameOf(Growing growing) {
        return KeyId.hashed(growing.stream()).toString();
    }

    /** In the order of the streams. */
    Uni<List<Optional<String>>> last(List<Growing> streams) {
        var commands = streams.stream()
                .map(growing -> Command.of("GET").key(keys.lastPoint(growing.stream())))
                .toList();
        return router.sendAll(commands, deadline)
                .map(outcomes -> outcomes.stream()
                        .map(Outcome::orThrow)
                        .map(PointStore::text)
                        .toList());
    }

    Uni<Void> keep(List<Growing> streams) {
        var calls = streams.stream()
                .map(growing -> scripts.run(KEEP_POINT, keys.lastPoint(growing.stream()))
                        .idempotent()
                        .with(growing.point().text(), config.pointLifetime().toMillis()))
                .toList();
        return scripts.runAll(calls, deadline)
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
