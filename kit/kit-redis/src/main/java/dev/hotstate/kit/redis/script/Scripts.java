package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

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
        return new ScriptBatch<>(router, metrics, all, patience);
    }

    static Duration left(Duration patience, long begun) {
        var left = patience.minusNanos(System.nanoTime() - begun);
        return left.isNegative() ? Duration.ZERO : left;
    }

    static boolean isUnknownScript(Throwable failure) {
        return failure instanceof RedisRefused refused && refused.is("NOSCRIPT");
    }
}
