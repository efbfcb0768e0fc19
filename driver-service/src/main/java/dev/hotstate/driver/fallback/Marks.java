package dev.hotstate.driver.fallback;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.instance.InstanceId;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The marks that say which ranges of slots were built. */
@Singleton
class Marks {

    private final RedisRouter redis;
    private final DriverKeys keys;
    private final InstanceId instance;
    private final Clock clock;

    Marks(RedisRouter redis, DriverKeys keys, InstanceId instance, Clock clock) {
        this.redis = redis;
        this.keys = keys;
        this.instance = instance;
        this.clock = clock;
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

    /** What is in these ranges is not believed until it was built anew. */
    Uni<Void> remove(Collection<Integer> ranges) {
        return all(ranges, edge -> Command.of("DEL").key(keys.built(edge)).idempotent());
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

    Uni<Void> set(Collection<Integer> ranges) {
        return all(
                ranges,
                edge -> Command.of("SET")
                        .key(keys.built(edge))
                        .arg(clock.millis())
                        .idempotent());
    }

    private Uni<Void> all(Collection<Integer> ranges, Function<Integer, Command> command) {
        return redis.sendAll(
                        ranges.stream().flatMap(Marks::edgesOf).map(command).toList())
                .invoke(outcomes -> outcomes.forEach(Outcome::orThrow))
                .replaceWithVoid();
    }

    Uni<Void> end(int range) {
        return redis.send(Command.of("DEL").key(keys.rebuild(range)).idempotent())
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }
}
