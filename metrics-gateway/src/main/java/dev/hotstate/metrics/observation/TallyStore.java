package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.redis.script.PreparedScript;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptOutcome;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds a tally to what Redis has: a pipeline per node. Each figure has a slot of its own and they are not added together
 * atomically. What certainly was not applied is sent again until it is; what may have been is sent again only under the name of a
 * batch, by which Redis knows it again.
 */
@Singleton
class TallyStore {

    static final Script<AddWord> ADD_FOR_A_TIME = Script.load("lua/observation/add_for_a_time.lua", AddWord.class);
    static final Script<AddWord> ADD_COUNTS = Script.load("lua/observation/add_counts.lua", AddWord.class);
    static final Script<AddWord> ADD_BUCKETS = Script.load("lua/observation/add_buckets.lua", AddWord.class);
    static final Script<AddWord> ADD_UNIQUES = Script.load("lua/observation/add_uniques.lua", AddWord.class);
    static final Script<OnceWord> ADD_ONCE = Script.load("lua/observation/add_once.lua", OnceWord.class);
    static final Script<GaugeWord> KEEP_GAUGE = Script.load("lua/observation/keep_gauge.lua", GaugeWord.class);

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int TRIES = 10;

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final RecordingConfig config;

    TallyStore(RedisRouter router, Scripts scripts, MetricsKeys keys, RecordingConfig config) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.config = config;
    }

    /**
     * Fails with {@link RedisUnavailable} if nothing was counted, and with another failure if nobody knows what was.
     */
    Uni<Void> add(List<Figure> figures) {
        var commands = new ArrayList<Command>();
        var adding = new ArrayList<PreparedScript<AddWord>>();
        var gauges = new ArrayList<PreparedScript<GaugeWord>>();
        for (var figure : figures) {
            switch (figure) {
                case Figure.Total total when total.ttlMs() == Figure.FOR_EVER -> commands.add(increment(total));
                case Figure.Total total ->
                    adding.add(scripts.run(ADD_FOR_A_TIME, total.key()).with(total.ttlMs(), total.more()));
                case Figure.Times times -> commands.addAll(keepTimes(times));
                case Figure.Counts counts ->
                    adding.add(scripts.run(ADD_COUNTS, counts.key())
                            .with(counts.ttlMs(), counts.width(), counts.packed()));
                case Figure.Buckets buckets -> adding.add(addBuckets(buckets));
                case Figure.Uniques uniques -> adding.add(addUniques(uniques));
                case Figure.Gauge gauge -> gauges.add(keepGauge(gauge));
            }
        }
        return new Sending(RedisUnavailable.class::isInstance)
                .all(
                        List.of(
                                new Group<>(commands, this::sendCommands),
                                new Group<>(adding, this::runScripts),
                                new Group<>(gauges, this::runScripts)),
                        TRIES);
    }

    /**
     * Adds them once, however often it is called with the same batch, within {@link RecordingConfig#batchMemory()} of the first
     * time.
     *
     * @return whether any of it was news
     */
    Uni<Boolean> addOnce(List<Figure> figures, String batch) {
        var once = new ArrayList<PreparedScript<OnceWord>>();
        var repeatable = new ArrayList<PreparedScript<AddWord>>();
        var gauges = new ArrayList<PreparedScript<GaugeWord>>();
        for (var figure : figures) {
            switch (figure) {
                case Figure.Total total -> once.add(once(figure, batch, total.ttlMs(), "number", "0", total.more()));
                case Figure.Times times ->
                    once.add(once(
                            figure,
                            batch,
                            Figure.FOR_EVER,
                            "times",
                            "0",
                            times.scoresAndMembers().toArray()));
                case Figure.Counts counts ->
                    once.add(once(
                            figure,
                            batch,
                            counts.ttlMs(),
                            "counts",
                            Integer.toString(counts.width()),
                            counts.packed()));
                case Figure.Buckets buckets ->
                    once.add(once(figure, batch, buckets.ttlMs(), "buckets", buckets.sum(), pairs(buckets)));
                case Figure.Uniques uniques -> repeatable.add(addUniques(uniques));
                case Figure.Gauge gauge -> gauges.add(keepGauge(gauge));
            }
        }
        var news = new AtomicBoolean(once.isEmpty());
        return new Sending(failure -> !(failure instanceof RedisRefused))
                .all(
                        List.of(
                                new Group<>(once, parts -> runOnce(parts, news)),
                                new Group<>(repeatable, this::runScripts),
                                new Group<>(gauges, this::runScripts)),
                        TRIES)
                .map(done -> news.get());
    }

    /** When a batch was first heard of: with the same time, it changes the same keys again. */
    Uni<Instant> firstTried(String batch, Instant now) {
        var command = Command.of("SET")
                .key(keys.seenFirst(batch))
                .arg(now.toEpochMilli())
                .arg("NX")
                .arg("GET")
                .arg("PX")
                .arg(config.batchMemory().toMillis())
                .idempotent();
        return router.send(command, config.deadline())
                .map(before -> before.isNil() ? now : Instant.ofEpochMilli(before.integer()));
    }

    private PreparedScript<OnceWord> once(
            Figure figure, String batch, long ttlMs, String kind, String detail, Object... values) {
        // A moment longer than the batch is remembered: its counters must not forget it first.
        long seenMs = config.batchMemory().plusMinutes(1).toMillis();
        var args = Stream.concat(Stream.<Object>of(seenMs, ttlMs, kind, detail), Stream.of(values));
        return scripts.run(ADD_ONCE, figure.key(), keys.seen(figure.key(), batch))
                .idempotent()
                .with(args.toArray());
    }

    private static Command increment(Figure.Total total) {
        boolean whole = total.more().indexOf('.') < 0;
        return Command.of(whole ? "INCRBY" : "INCRBYFLOAT").key(total.key()).arg(total.more());
    }

    private static List<Command> keepTimes(Figure.Times times) {
        var add = Command.of("ZADD").key(times.key()).idempotent();
        times.scoresAndMembers().forEach(word -> add.arg(word.toString()));
        var trim = Command.of("ZREMRANGEBYRANK")
                .key(times.key())
                .arg(0)
                .arg(-Tally.TIMES_MAX - 1L)
                .idempotent();
        return List.of(add, trim);
    }

    private PreparedScript<AddWord> addBuckets(Figure.Buckets buckets) {
        var args = Stream.concat(Stream.<Object>of(buckets.ttlMs(), buckets.sum()), Stream.of(pairs(buckets)));
        return scripts.run(ADD_BUCKETS, buckets.key()).with(args.toArray());
    }

    private static Object[] pairs(Figure.Buckets buckets) {
        var pairs = new ArrayList<Object>(2 * buckets.counts().size());
        buckets.counts().forEach((bucket, count) -> {
            pairs.add(bucket);
            pairs.add(count);
        });
        return pairs.toArray();
    }

    private PreparedScript<AddWord> addUniques(Figure.Uniques uniques) {
        var ttlMs = SeriesKind.UNIQUE.lifetime(config).toMillis();
        var args = Stream.concat(Stream.<Object>of(ttlMs), uniques.members().stream());
        return scripts.run(ADD_UNIQUES, uniques.key()).idempotent().with(args.toArray());
    }

    private PreparedScript<GaugeWord> keepGauge(Figure.Gauge gauge) {
        var call = scripts.run(KEEP_GAUGE, gauge.key());
        return (gauge.relative() ? call : call.idempotent())
                .with(
                        gauge.instance(),
                        gauge.value(),
                        gauge.relative(),
                        SeriesKind.GAUGE.lifetime(config).toMillis(),
                        config.instancesMax());
    }

    private Uni<List<@Nullable RedisFailure>> sendCommands(List<Command> commands) {
        return router.sendAll(commands, config.deadline())
                .map(outcomes -> outcomes.stream()
                        .map(outcome -> outcome instanceof Outcome.Failed failed ? failed.failure() : null)
                        .toList());
    }

    private <S extends Enum<S>> Uni<List<@Nullable RedisFailure>> runScripts(List<PreparedScript<S>> all) {
        return scripts.runAll(all, config.deadline()).map(TallyStore::failures);
    }

    /** What did not answer in time may have been added by this try, and the next one hears that it was seen. */
    private Uni<List<@Nullable RedisFailure>> runOnce(List<PreparedScript<OnceWord>> all, AtomicBoolean news) {
        return scripts.runAll(all, config.deadline())
                .invoke(outcomes -> {
                    if (outcomes.stream().anyMatch(TallyStore::mayHaveAdded)) {
                        news.set(true);
                    }
                })
                .map(TallyStore::failures);
    }

    private static boolean mayHaveAdded(ScriptOutcome<OnceWord> outcome) {
        return switch (outcome) {
            case ScriptOutcome.Replied<OnceWord> replied -> replied.reply().status() == OnceWord.ADDED;
            case ScriptOutcome.Failed<OnceWord> failed -> failed.failure() instanceof RedisTimedOut;
        };
    }

    private static <S extends Enum<S>> List<@Nullable RedisFailure> failures(List<ScriptOutcome<S>> outcomes) {
        return outcomes.stream()
                .<@Nullable RedisFailure>map(
                        outcome -> outcome instanceof ScriptOutcome.Failed<S> failed ? failed.failure() : null)
                .toList();
    }

    /** Parts of one kind. */
    private record Group<T>(List<T> parts, Function<List<T>, Uni<List<@Nullable RedisFailure>>> way) {

        Uni<List<@Nullable RedisFailure>> send() {
            return way.apply(parts);
        }

        /** Those that failed. */
        Group<T> rest(List<@Nullable RedisFailure> failures) {
            return new Group<>(
                    IntStream.range(0, parts.size())
                            .filter(i -> failures.get(i) != null)
                            .mapToObj(parts::get)
                            .toList(),
                    way);
        }
    }

    /** One tally on its way, with what is known of its fate. */
    private static final class Sending {

        private final Predicate<RedisFailure> retryable;
        private boolean someApplied;

        Sending(Predicate<RedisFailure> retryable) {
            this.retryable = retryable;
        }

        /** All groups in one turn of the event loop, so that they leave in one write per node. */
        Uni<Void> all(List<Group<?>> groups, int tries) {
            var some = groups.stream().filter(group -> !group.parts().isEmpty()).toList();
            return some.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : Uni.join()
                            .all(some.stream().map(Group::send).toList())
                            .andFailFast()
                            .chain(failures -> again(some, failures, tries));
        }

        private Uni<Void> again(List<Group<?>> groups, List<List<@Nullable RedisFailure>> failures, int tries) {
            var known = failures.stream().flatMap(List::stream).toList();
            someApplied |= known.stream().anyMatch(failure -> !(failure instanceof RedisUnavailable));
            var fatal = known.stream()
                    .filter(failure -> failure != null && (tries <= 1 || !retryable.test(failure)))
                    .findFirst();
            if (fatal.isPresent()) {
                return Uni.createFrom().failure(verdict(fatal.get()));
            }
            if (known.stream().allMatch(Objects::isNull)) {
                return Uni.createFrom().voidItem();
            }
            var rest = IntStream.range(0, groups.size())
                    .<Group<?>>mapToObj(i -> groups.get(i).rest(failures.get(i)))
                    .toList();
            return pause().chain(() -> all(rest, tries - 1));
        }

        private RedisFailure verdict(RedisFailure failure) {
            return someApplied && failure instanceof RedisUnavailable
                    ? new RedisTimedOut(
                            RedisTimedOut.Reason.DEADLINE, "Only a part was counted: " + failure.getMessage())
                    : failure;
        }

        private static Uni<Void> pause() {
            return Uni.createFrom().voidItem().onItem().delayIt().by(PAUSE);
        }
    }
}
