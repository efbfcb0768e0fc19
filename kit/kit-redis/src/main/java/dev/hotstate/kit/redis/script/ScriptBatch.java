package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.smallrye.mutiny.Context;
import io.smallrye.mutiny.operators.AbstractUni;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Scripts that travel together, one outcome each; those whose text a node does not know go again with it. The nodes answered that
 * they ran nothing, so nothing can be applied twice.
 *
 * <p>Without operators of Mutiny: each captures the contexts of its caller and gives them back, and this runs for every decision of
 * a limit.
 */
final class ScriptBatch<S extends Enum<S>> extends AbstractUni<List<ScriptOutcome<S>>> {

    private final RedisRouter router;
    private final ScriptMetrics metrics;
    private final List<PreparedScript<S>> scripts;
    private final Duration patience;

    ScriptBatch(RedisRouter router, ScriptMetrics metrics, List<PreparedScript<S>> scripts, Duration patience) {
        this.router = router;
        this.metrics = metrics;
        this.scripts = scripts;
        this.patience = patience;
    }

    @Override
    public void subscribe(UniSubscriber<? super List<ScriptOutcome<S>>> subscriber) {
        var run = new Run(subscriber);
        subscriber.onSubscribe(run);
        router.sendAll(scripts.stream().map(PreparedScript::evalSha).toList(), patience)
                .subscribe()
                .withSubscriber(run);
    }

    /** One subscription: hears of all outcomes, then maybe of those that went again. */
    private final class Run implements UniSubscriber<List<Outcome>>, UniSubscription {

        private final UniSubscriber<? super List<ScriptOutcome<S>>> subscriber;
        private final long begun = System.nanoTime();
        private volatile @Nullable UniSubscription upstream;
        private volatile boolean cancelled;
        /** All outcomes, if some went again, and which. */
        private List<Outcome> first = List.of();

        private int[] again = {};

        Run(UniSubscriber<? super List<ScriptOutcome<S>>> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public Context context() {
            return subscriber.context();
        }

        @Override
        public void onSubscribe(UniSubscription subscription) {
            upstream = subscription;
            if (cancelled) {
                subscription.cancel();
            }
        }

        @Override
        public void onItem(List<Outcome> outcomes) {
            if (cancelled) {
                return;
            }
            List<ScriptOutcome<S>> decoded;
            try {
                if (again.length == 0 && sendsAgain(outcomes)) {
                    return;
                }
                decoded = decode(again.length == 0 ? outcomes : merged(outcomes));
            } catch (RuntimeException broken) {
                subscriber.onFailure(broken);
                return;
            }
            subscriber.onItem(decoded);
        }

        @Override
        public void onFailure(Throwable failure) {
            if (!cancelled) {
                subscriber.onFailure(failure);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            var present = upstream;
            if (present != null) {
                present.cancel();
            }
        }

        private boolean sendsAgain(List<Outcome> outcomes) {
            var unknown = IntStream.range(0, outcomes.size())
                    .filter(i -> outcomes.get(i) instanceof Outcome.Failed failed
                            && Scripts.isUnknownScript(failed.failure()))
                    .toArray();
            if (unknown.length == 0) {
                return false;
            }
            first = outcomes;
            again = unknown;
            var texts =
                    IntStream.of(unknown).mapToObj(i -> scripts.get(i).eval()).toList();
            router.sendAll(texts, Scripts.left(patience, begun)).subscribe().withSubscriber(this);
            return true;
        }

        private List<Outcome> merged(List<Outcome> later) {
            var complete = new ArrayList<>(first);
            for (int i = 0; i < again.length; i++) {
                complete.set(again[i], later.get(i));
            }
            return complete;
        }

        private List<ScriptOutcome<S>> decode(List<Outcome> outcomes) {
            var decoded = new ArrayList<ScriptOutcome<S>>(outcomes.size());
            for (int i = 0; i < outcomes.size(); i++) {
                decoded.add(decode(scripts.get(i).script(), outcomes.get(i)));
            }
            return decoded;
        }

        private ScriptOutcome<S> decode(Script<S> script, Outcome outcome) {
            return switch (outcome) {
                case Outcome.Replied replied -> {
                    var reply = ScriptReply.of(script, replied.reply());
                    metrics.record(script, reply, null, begun);
                    yield new ScriptOutcome.Replied<>(reply);
                }
                case Outcome.Failed failed -> {
                    metrics.record(script, null, failed.failure(), begun);
                    yield new ScriptOutcome.Failed<>(failed.failure());
                }
            };
        }
    }
}
