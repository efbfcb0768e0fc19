package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs scripts.
 * <pre>{@code
 * scripts.run(CLAIM_TASK, keys.ready(partition), keys.lease(partition))
 *        .args(lease.ttl().toMillis(), batchMax)
 *        .map(ClaimOutcome::fromReply);
 * }</pre>
 */
public final class Scripts {

    private final RedisRouter router;
    private final ScriptMetrics metrics;
    private final Duration deadline;

    /**
     * @param deadline of a call that names none
     */
    public Scripts(RedisRouter router, ScriptMetrics metrics, Duration deadline) {
        this.router = router;
        this.metrics = metrics;
        this.deadline = deadline;
    }

    /**
     * Names the script and all keys that it touches, in the order of its header.
     *
     * @throws IllegalArgumentException if there is no key, or if they do not all lie in one slot
     */
    public <S extends Enum<S>> ScriptCall<S> run(Script<S> script, RedisKey... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("script " + script + " is run without a key");
        }
        for (var key : keys) {
            if (key.slot() != keys[0].slot()) {
                throw new IllegalArgumentException("script %s has keys of two slots: %s in %d, %s in %d"
                        .formatted(script, keys[0], keys[0].slot(), key, key.slot()));
            }
        }
        return new ScriptCall<>(this, script, List.of(keys));
    }

    <S extends Enum<S>> Uni<ScriptReply<S>> run(PreparedScript<S> prepared) {
        return Uni.createFrom().deferred(() -> {
            long begun = System.nanoTime();
            var named = prepared.call().deadline();
            var patience = named == null ? deadline : named;
            return router.send(prepared.evalSha(), patience)
                    .onFailure(Scripts::isUnknownScript)
                    .recoverWithUni(() -> router.send(prepared.eval(), left(patience, begun)))
                    .map(reply -> ScriptReply.of(prepared.script(), reply))
                    .onItemOrFailure()
                    .invoke((reply, failure) -> metrics.record(prepared.script(), reply, failure, begun));
        });
    }

    /**
     * Runs scripts as one pipeline per node, each with an outcome of its own, in the order given. Not atomic together.
     *
     * @param patience for all of them; what the single calls name is ignored
     */
    public <S extends Enum<S>> Uni<List<ScriptOutcome<S>>> runAll(List<PreparedScript<S>> all, Duration patience) {
        return Uni.createFrom().deferred(() -> {
            long begun = System.nanoTime();
            return router.sendAll(all.stream().map(PreparedScript::evalSha).toList(), patience)
                    .chain(outcomes -> unknownOnesByText(all, outcomes, patience, begun))
                    .map(outcomes -> decode(all, outcomes, begun));
        });
    }

    /** The nodes answered that they ran nothing, so nothing can be applied twice. */
    private <S extends Enum<S>> Uni<List<Outcome>> unknownOnesByText(
            List<PreparedScript<S>> all, List<Outcome> outcomes, Duration patience, long begun) {
        var unknown = IntStream.range(0, all.size())
                .filter(i -> outcomes.get(i) instanceof Outcome.Failed failed && isUnknownScript(failed.failure()))
                .toArray();
        if (unknown.length == 0) {
            return Uni.createFrom().item(outcomes);
        }
        var texts = IntStream.of(unknown).mapToObj(i -> all.get(i).eval()).toList();
        return router.sendAll(texts, left(patience, begun)).map(later -> {
            var complete = new ArrayList<>(outcomes);
            for (int i = 0; i < unknown.length; i++) {
                complete.set(unknown[i], later.get(i));
            }
            return complete;
        });
    }

    private <S extends Enum<S>> List<ScriptOutcome<S>> decode(
            List<PreparedScript<S>> all, List<Outcome> outcomes, long begun) {
        return IntStream.range(0, all.size())
                .mapToObj(i -> decode(all.get(i).script(), outcomes.get(i), begun))
                .toList();
    }

    private <S extends Enum<S>> ScriptOutcome<S> decode(Script<S> script, Outcome outcome, long begun) {
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

    private static Duration left(Duration patience, long begun) {
        var left = patience.minusNanos(System.nanoTime() - begun);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static boolean isUnknownScript(Throwable failure) {
        return failure instanceof RedisRefused refused && refused.is("NOSCRIPT");
    }
}
