package dev.hotstate.driver.fallback;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
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
 * The marks that say which ranges of slots were built. Who builds them announces it first, by a word in each of them: where it is
 * gone at the end, so may be what was brought back.
 */
@Singleton
class Marks {

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

    /** Ranges that lack one. Of a node that does not answer nobody knows. */
    Uni<List<Integer>> missing() {
        var edges = IntStream.range(0, DriverKeys.RANGES)
                .boxed()
                .flatMap(Marks::edgesOf)
                .toList();
        return redis.sendAll(edges.stream()
                        .map(edge -> Command.of("EXISTS").key(keys.built(edge)))
                        .toList())
                .map(outcomes -> IntStream.range(0, outcomes.size())
                        .filter(i -> outcomes.get(i) instanceof Outcome.Replied replied
                                && replied.reply().integer() == 0)
                        .mapToObj(i -> DriverKeys.rangeOf(edges.get(i)))
                        .distinct()
                        .toList());
    }

    private static Stream<Integer> edgesOf(int range) {
        return Stream.of(DriverKeys.firstSlotOf(range), DriverKeys.lastSlotOf(range));
    }

    /**
     * What is in these ranges is not believed until it was built anew, by somebody who begins after this.
     *
     * @return those whose node did not answer, which may be believed still
     */
    Uni<Set<Integer>> remove(Collection<Integer> ranges) {
        var edges = ranges.stream().flatMap(Marks::edgesOf).toList();
        return redis.sendAll(edges.stream()
                        .map(edge -> Command.of("DEL")
                                .key(keys.built(edge))
                                .key(keys.building(edge))
                                .idempotent())
                        .toList())
                .map(outcomes -> IntStream.range(0, edges.size())
                        .filter(i -> outcomes.get(i) instanceof Outcome.Failed)
                        .mapToObj(i -> DriverKeys.rangeOf(edges.get(i)))
                        .collect(toUnmodifiableSet()));
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
        return redis.sendAll(ranges.stream()
                        .flatMap(Marks::edgesOf)
                        .map(edge -> Command.of("SET")
                                .key(keys.building(edge))
                                .arg(word)
                                .arg("PX")
                                .arg(ANNOUNCED.toMillis())
                                .idempotent())
                        .toList())
                .invoke(outcomes -> outcomes.forEach(Outcome::orThrow))
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
                                        .with(word))
                                .toList(),
                        PATIENCE)
                .map(outcomes -> IntStream.range(0, edges.size())
                        .filter(i -> isLost(outcomes.get(i)))
                        .mapToObj(i -> DriverKeys.rangeOf(edges.get(i)))
                        .collect(toUnmodifiableSet()));
    }

    private static boolean isLost(ScriptOutcome<MarkWord> outcome) {
        return switch (outcome) {
            case ScriptOutcome.Replied<MarkWord> replied -> replied.reply().is(MarkWord.LOST);
            case ScriptOutcome.Failed<MarkWord> failed -> throw failed.failure();
        };
    }

    Uni<Void> end(int range) {
        return redis.send(Command.of("DEL").key(keys.rebuild(range)).idempotent())
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }
}
