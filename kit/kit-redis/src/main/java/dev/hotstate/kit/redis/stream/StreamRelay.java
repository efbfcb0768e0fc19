package dev.hotstate.kit.redis.stream;

import dev.hotstate.kit.redis.ownership.OwnershipKeys;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hands the entries of the streams of all partitions that are ours to one handler; opened by {@link StreamRelays}.
 *
 * <ul>
 *   <li>Per partition in order, one batch at a time; partitions beside each other.
 *   <li>Acknowledged only after the handler succeeded, in the same round trip that takes what comes next. What a dead or
 *       former owner left pending comes first.
 *   <li>A handler that fails gets the same entries again, after 100 ms up to 10 s; this partition waits meanwhile.
 *   <li>A stream is looked at at once after {@link #nudge} or a full batch, every 200 ms while something comes, so that it
 *       gathers into batches, and as rarely as its spec says while nothing does.
 *       All looks of a moment leave in one pipeline per node.
 *   <li>A group that is gone is created at the beginning of the stream, a stream that is gone is simply empty.
 *   <li>What every group of the stream has consumed is dropped after a while, nothing else ever.
 * </ul>
 */
public final class StreamRelay implements AutoCloseable {

    static final Script<RelayOutcome> RELAY_ENTRIES = Script.load("lua/stream/relay_entries.lua", RelayOutcome.class);
    static final Script<SurveyOutcome> TRIM_STREAM = Script.load("lua/stream/trim_stream.lua", SurveyOutcome.class);

    private static final Duration SURVEY_PERIOD = Duration.ofSeconds(10);

    private final Context loop;
    private final Scripts scripts;
    private final PartitionOwnership ownership;
    private final OwnershipKeys ownershipKeys;
    private final StreamSpec spec;
    private final StreamHandler handler;
    private final RelayMetrics metrics;
    private final Map<Partition, PartitionFeed> feeds = new ConcurrentHashMap<>();
    private final Runnable cancelTimers;
    private final PartitionOwnership.Subscription gained;
    private final PartitionOwnership.Subscription lost;

    StreamRelay(
            Vertx vertx,
            Scripts scripts,
            PartitionOwnership ownership,
            OwnershipKeys ownershipKeys,
            StreamSpec spec,
            StreamHandler handler,
            RelayMetrics metrics) {
        this.loop = vertx.getOrCreateContext();
        this.scripts = scripts;
        this.ownership = ownership;
        this.ownershipKeys = ownershipKeys;
        this.spec = spec;
        this.handler = handler;
        this.metrics = metrics;
        metrics.watch(feeds.values());
        long rounds = vertx.setPeriodic(PacePolicy.PAUSE_MIN.toMillis(), timer -> onLoop(this::roundsThatAreDue));
        long surveys = vertx.setPeriodic(SURVEY_PERIOD.toMillis(), timer -> onLoop(this::survey));
        this.cancelTimers = () -> {
            vertx.cancelTimer(rounds);
            vertx.cancelTimer(surveys);
        };
        this.lost = ownership.onLost(this::stop);
        this.gained = ownership.onGained(this::begin);
    }

    /** Says that something was just appended to the stream of a partition; of no effect if it is not ours. */
    public void nudge(Partition partition) {
        var feed = feeds.get(partition);
        if (feed != null) {
            onLoop(feed::nudge);
        }
    }

    /**
     * Ends when nothing is on its way any more that was taken from the stream of a partition before this call: with a whole round
     * that began after it. Fails with that round, and where the partition is not ours.
     */
    public Uni<Void> settle(Partition partition) {
        var feed = feeds.get(partition);
        return feed == null ? Uni.createFrom().failure(PartitionFeed.ended(partition)) : feed.settle();
    }

    /** Begins no further batch; one that is under way may still end, and is handled again if it is not acknowledged. */
    @Override
    public void close() {
        cancelTimers.run();
        gained.close();
        lost.close();
        feeds.values().forEach(feed -> feed.stop().subscribe().with(stopped -> {}));
        feeds.clear();
    }

    /** Heard twice of one lease, it begins once; under another lease, only when what was under way before has ended. */
    void begin(Partition partition) {
        long fence = ownership.fence(partition);
        feeds.compute(partition, (same, before) -> {
            if (before != null && before.isOf(fence)) {
                return before;
            }
            var feed = new PartitionFeed(
                    scripts, spec, handler, metrics, loop, partition, ownershipKeys.owner(partition), fence);
            var free = before == null ? Uni.createFrom().voidItem() : before.stop();
            free.subscribe().with(ended -> feed.begin());
            return feed;
        });
    }

    /** It stays known until it has ended: the next one waits for it. */
    private Uni<Void> stop(Partition partition) {
        var feed = feeds.get(partition);
        return feed == null ? Uni.createFrom().voidItem() : feed.stop().invoke(() -> feeds.remove(partition, feed));
    }

    private void roundsThatAreDue() {
        long now = System.nanoTime();
        feeds.values().forEach(feed -> feed.roundIfDue(now));
    }

    private void survey() {
        feeds.values().forEach(PartitionFeed::takeSurvey);
    }

    private void onLoop(Runnable step) {
        loop.runOnContext(now -> step.run());
    }
}
