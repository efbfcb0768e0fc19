package dev.hotstate.driver.fallback;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptOutcome;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The marks that say which ranges of slots were built, and in which process of Redis: a replica that took over, or a master that was
 * restarted in its place, may lack the last words that the one before was told. Who builds them announces it first, by a word in each
 * of them: where it is gone at the end, or was said to another process, what was brought back may be gone, too.
 */
@Singleton
class Marks {

    static final Script<AnnounceWord> ANNOUNCE_BUILD =
            Script.load("lua/fallback/announce_build.lua", AnnounceWord.class);
    static final Script<MarkWord> MARK_BUILT = Script.load("lua/fallback/mark_built.lua", MarkWord.class);

    /** Longer than anything takes; what takes longer is begun anew. */
    private static final Duration ANNOUNCED = Duration.ofHours(1);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final RedisRouter redis;
    private final Scripts scripts;
    private final DriverKeys keys;
    private final InstanceId instance;

    Marks(RedisRouter redis, Scripts scripts, DriverKeys keys, InstanceId instance) {
        this.redis = redis;
        this.scripts = scripts;
        this.keys = keys;
        this.instance = instance;
    }

    /** Ranges that lack one of the process that serves them now. Of a node that does not answer nobody knows. */
    Uni<List<Integer>> missing() {
        var edges = IntStream.range(0, DriverKeys.RANGES)
                .boxed()
                .flatMap(Marks::edgesOf)
                .toList();
        return redis.sendAll(edges.stream()
                        .map(edge -> Command.of("HEXISTS").key(keys.built(edge)).arg(ServerWord.RUN_ID))
                        .toList())
                .map(outcomes -> IntStream.range(0, outcomes.size())
                        .filter(i -> isMissing(outcomes.get(i)))
                        .mapToObj(i -> DriverKeys.rangeOf(edges.get(i)))
                        .distinct()
                        .toList());
    }

    /** An instance of a version that did not name the process wrote marks of another type. */
    private static boolean isMissing(Outcome mark) {
        return switch (mark) {
            case Outcome.Replied(var reply) -> reply.integer() == 0;
            case Outcome.Failed(var failure) -> failure instanceof RedisRefused refused && refused.is("WRONGTYPE");
        };
    }

    private static Stream<Integer> edgesOf(int range) {
        return Stream.of(DriverKeys.firstSlotOf(range), DriverKeys.lastSlotOf(range));
    }

    /** Whether this instance is the one that brings something back now; for so long nobody else is. */
    Uni<Boolean> begin(int range, Duration lease) {
        return redis.send(Command.of("SET")
                        .key(keys.rebuild(range))
                        .arg(instance.value())
                        .arg("NX")
                        .arg("PX")
                        .arg(lease.toMillis()))
                .map(reply -> !reply.isNil());
    }

    /** @param word that nobody has used before */
    Uni<Void> announce(Collection<Integer> ranges, String word) {
        return scripts.runAll(
                        ranges.stream()
                                .flatMap(Marks::edgesOf)
                                .map(edge -> scripts.run(ANNOUNCE_BUILD, keys.building(edge))
                                        .idempotent()
                                        .with(word, ANNOUNCED.toMillis(), ServerWord.RUN_ID))
                                .toList(),
                        PATIENCE)
                .invoke(outcomes -> outcomes.forEach(ScriptOutcome::orThrow))
                .replaceWithVoid();
    }

    /**
     * Says that they were built.
     *
     * @return those that Redis has lost again since they were announced; they are still missing
     */
    Uni<Set<Integer>> set(Collection<Integer> ranges, String word) {
        var edges = ranges.stream().flatMap(Marks::edgesOf).toList();
        return scripts.runAll(
                        edges.stream()
                                .map(edge -> scripts.run(MARK_BUILT, keys.built(edge), keys.building(edge))
                                        .idempotent()
                                        .with(word, ServerWord.RUN_ID))
                                .toList(),
                        PATIENCE)
                .map(outcomes -> IntStream.range(0, edges.size())
                        .filter(i -> outcomes.get(i).orThrow().is(MarkWord.LOST))
                        .mapToObj(i -> DriverKeys.rangeOf(edges.get(i)))
                        .collect(toUnmodifiableSet()));
    }

    Uni<Void> end(int range) {
        return redis.send(Command.of("DEL").key(keys.rebuild(range)).idempotent())
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }
}
