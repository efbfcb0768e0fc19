package dev.hotstate.kit.redis.stream;

import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * The stream of one partition under one lease. A round acknowledges what the last one handled, takes what comes next and
 * hands it to the handler; rounds follow each other while batches are full. Lives on one event loop.
 */
final class PartitionFeed {

    private static final Logger LOG = Logger.getLogger(PartitionFeed.class);

    private static final int SURVEYS_PER_LOOK = 6;

    private final Scripts scripts;
    private final StreamSpec spec;
    private final StreamHandler handler;
    private final RelayMetrics metrics;
    private final Context loop;
    private final Partition partition;
    private final RedisKey owner;
    private final RedisKey stream;
    private final String fence;

    private List<String> handled = List.of();
    private boolean underWay = true; // As long as it has not begun.
    private boolean nudged;
    private boolean stopped;
    private boolean surveying;
    private int surveysSpared;
    private int quietRounds;
    private int failedRounds;
    private Logger.Level levelOfTrouble = Logger.Level.WARN;
    private long dueAtNanos;
    private final List<UniEmitter<? super Void>> awaitingStop = new ArrayList<>();
    private final List<UniEmitter<? super Void>> awaitingRound = new ArrayList<>();

    private volatile Survey survey = Survey.NOTHING;

    /** How the stream was when it was last looked at as a whole. */
    record Survey(long length, long unconsumed, long ageMillis) {
        static final Survey NOTHING = new Survey(0, 0, 0);
    }

    PartitionFeed(
            Scripts scripts,
            StreamSpec spec,
            StreamHandler handler,
            RelayMetrics metrics,
            Context loop,
            Partition partition,
            RedisKey owner,
            long fence) {
        this.scripts = scripts;
        this.spec = spec;
        this.handler = handler;
        this.metrics = metrics;
        this.loop = loop;
        this.partition = partition;
        this.owner = owner;
        this.stream = spec.key().apply(partition);
        this.fence = Long.toString(fence);
        this.dueAtNanos = System.nanoTime();
    }

    /** Under that lease. */
    boolean isOf(long otherFence) {
        return fence.equals(Long.toString(otherFence));
    }

    /** To be called once. */
    void begin() {
        onLoop(() -> {
            underWay = false;
            if (stopped) {
                farewell();
            } else {
                round();
            }
        });
    }

    Survey survey() {
        return survey;
    }

    void roundIfDue(long nanos) {
        if (nanos - dueAtNanos >= 0) {
            round();
        }
    }

    /** Something was appended: look at once, or again at once if a round is under way. */
    void nudge() {
        nudged = true;
        if (failedRounds == 0) {
            round();
        }
    }

    /** Ends with the next round that begins. */
    Uni<Void> settle() {
        return Uni.createFrom()
                .emitter(emitter -> loop.runOnContext(now -> {
                    if (stopped) {
                        emitter.fail(ended(partition));
                    } else {
                        awaitingRound.add(emitter);
                        nudge();
                    }
                }));
    }

    static IllegalStateException ended(Partition partition) {
        return new IllegalStateException("the stream of " + partition + " is not ours");
    }

    /** No round begins after this; completes when none is under way and what was handled is acknowledged. */
    Uni<Void> stop() {
        return Uni.createFrom()
                .emitter(emitter -> loop.runOnContext(now -> {
                    stopped = true;
                    survey = Survey.NOTHING;
                    awaitingStop.add(emitter);
                    if (!underWay) {
                        farewell();
                    }
                }));
    }

    // ---- rounds -----------------------------------------------------------------------------------------------------

    private void round() {
        if (underWay || stopped) {
            return;
        }
        underWay = true;
        nudged = false;
        var settled = List.copyOf(awaitingRound);
        awaitingRound.clear();
        exchange(spec.batchMax())
                .chain(this::handle)
                .emitOn(this::onLoop)
                .subscribe()
                .with(
                        entries -> {
                            // Stopped: it may have been told so in place of entries.
                            settled.forEach(stopped ? this::refuse : emitter -> emitter.complete(null));
                            ended(entries);
                        },
                        failure -> {
                            settled.forEach(emitter -> emitter.fail(failure));
                            failed(failure);
                        });
    }

    /** Acknowledges what was handled and takes up to that many entries. */
    private Uni<List<StreamEntry>> exchange(int countMax) {
        var args = new ArrayList<Object>(3 + handled.size());
        args.addAll(List.of(fence, spec.group(), countMax));
        args.addAll(handled);
        return scripts.run(StreamRelay.RELAY_ENTRIES, owner, stream)
                .idempotent()
                .args(args.toArray())
                .emitOn(this::onLoop)
                .map(this::taken);
    }

    private List<StreamEntry> taken(ScriptReply<RelayOutcome> reply) {
        handled = List.of();
        if (reply.is(RelayOutcome.STALE)) {
            stopped = true;
        }
        return reply.values().stream().map(StreamEntry::fromReply).toList();
    }

    private Uni<Integer> handle(List<StreamEntry> entries) {
        if (entries.isEmpty()) {
            return Uni.createFrom().item(0);
        }
        return metrics.timed(() -> handler.handle(partition, entries))
                .ifNoItem()
                .after(spec.patience())
                .failWith(() -> new TimeoutException("the handler did not end within " + spec.patience()))
                .emitOn(this::onLoop)
                .invoke(() -> handled = entries.stream().map(StreamEntry::id).toList())
                .replaceWith(entries.size());
    }

    private void ended(int entries) {
        if (failedRounds > 0) {
            LOG.logf(levelOfTrouble, "%s of %s are handled again", spec.name(), partition);
        }
        failedRounds = 0;
        metrics.handled(entries);
        quietRounds = entries > 0 ? 0 : quietRounds + 1;
        var pause = PacePolicy.afterRound(entries, spec.batchMax(), nudged, quietRounds, spec.quietPause());
        pauseUntil(pause.toNanos());
        underWay = false;
        if (stopped) {
            farewell();
        } else if (pause.isZero()) {
            loop.runOnContext(now -> round());
        }
    }

    private void failed(Throwable failure) {
        if (failedRounds++ == 0) {
            // Trouble of Redis is told by the router, once and not for each partition.
            levelOfTrouble = failure instanceof RedisFailure ? Logger.Level.DEBUG : Logger.Level.WARN;
            LOG.logf(levelOfTrouble, "%s of %s wait: %s", spec.name(), partition, failure.getMessage());
        }
        metrics.failed();
        pauseUntil(PacePolicy.afterFailures(failedRounds).toNanos());
        underWay = false;
        if (stopped) {
            farewell();
        }
    }

    private void pauseUntil(long nanosFromNow) {
        dueAtNanos = System.nanoTime() + nanosFromNow;
    }

    /** The next owner would handle again what we do not acknowledge. */
    private void farewell() {
        awaitingRound.forEach(this::refuse);
        awaitingRound.clear();
        if (awaitingStop.isEmpty()) {
            return;
        }
        var acknowledged =
                handled.isEmpty() ? Uni.createFrom().voidItem() : exchange(0).replaceWithVoid();
        acknowledged.subscribe().with(done -> sayStopped(), failure -> sayStopped());
    }

    private void refuse(UniEmitter<? super Void> emitter) {
        emitter.fail(ended(partition));
    }

    private void sayStopped() {
        awaitingStop.forEach(emitter -> emitter.complete(null));
        awaitingStop.clear();
    }

    private void onLoop(Runnable step) {
        loop.runOnContext(now -> step.run());
    }

    // ---- the stream as a whole --------------------------------------------------------------------------------------

    void takeSurvey() {
        if (surveying || stopped || isEmptyAsBefore()) {
            return;
        }
        surveying = true;
        scripts.run(StreamRelay.TRIM_STREAM, owner, stream)
                .idempotent()
                .args(fence, spec.group(), spec.keep().toMillis())
                .emitOn(this::onLoop)
                .onTermination()
                .invoke(() -> surveying = false)
                .subscribe()
                .with(this::surveyed, failure -> LOG.debugf("no survey of %s: %s", stream, failure.getMessage()));
    }

    /** Where there was no stream and nothing came since, there is hardly one now: it is looked for once in a while. */
    private boolean isEmptyAsBefore() {
        boolean isQuiet = survey == Survey.NOTHING && quietRounds > 0 && failedRounds == 0;
        surveysSpared = isQuiet ? surveysSpared + 1 : 0;
        return isQuiet && surveysSpared % SURVEYS_PER_LOOK != 0;
    }

    private void surveyed(ScriptReply<SurveyOutcome> reply) {
        survey = reply.is(SurveyOutcome.SURVEYED) && !stopped
                ? new Survey(reply.integer(0), reply.integer(1), reply.integer(2))
                : Survey.NOTHING;
    }
}
