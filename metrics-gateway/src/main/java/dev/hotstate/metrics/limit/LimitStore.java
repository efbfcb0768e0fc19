package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.PreparedScript;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptOutcome;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks Redis: one script, one key, one round trip. The clock is that of Redis. */
public final class LimitStore {

    /** Counts by a number. */
    static final Form FIXED_COUNT = new Form("rate_count", script("fixed_window"));
    /** Counts by entries, as long as they are few. */
    static final Form FIXED_LOG = new Form("rate_limit", script("fixed_log"));

    static final Form SLIDING_LOG = new Form("sliding_limit", script("sliding_log"));
    /** Under a suffix of its own: without it there was a hash. */
    static final Form SUB_WINDOWS = new Form("sliding_count", List.of("p"), script("sub_windows"));

    static final Form SLIDING_COUNTER = new Form("sliding_estimate", script("sliding_counter"));
    static final Form TOKEN_BUCKET = new Form("token_bucket", script("token_bucket"));
    static final Form GCRA = new Form("gcra", script("gcra"));

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final Duration patience;
    private final HotKeys hotKeys;

    /** @param patience after which Redis counts as away */
    public LimitStore(RedisRouter router, Scripts scripts, MetricsKeys keys, Duration patience) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.patience = patience;
        this.hotKeys = new HotKeys(this::ask, patience.dividedBy(4));
    }

    /** After which there is an answer, at the latest when a quarter of it has passed again. */
    public Duration patience() {
        return patience;
    }

    /**
     * How a limit is kept.
     *
     * @param entity of its key
     * @param suffix of its key, if it has one
     */
    record Form(String entity, List<String> suffix, Script<LimitWords.Decide> script) {

        Form(String entity, Script<LimitWords.Decide> script) {
            this(entity, List.of(), script);
        }

        RedisKey key(MetricsKeys keys, KeyId caller) {
            return keys.limit(entity, caller, suffix.toArray(String[]::new));
        }

        static Form of(Limit limit) {
            return switch (limit.algorithm()) {
                case FIXED_WINDOW -> limit.counted() ? FIXED_COUNT : FIXED_LOG;
                case SLIDING_LOG -> SLIDING_LOG;
                case SLIDING_COUNTER -> SLIDING_COUNTER;
                case SUB_WINDOW_RING -> SUB_WINDOWS;
                case TOKEN_BUCKET -> TOKEN_BUCKET;
                case GCRA -> GCRA;
            };
        }
    }

    /** Runs of scripts that were spared, since their questions travelled with others. */
    public long spared() {
        return hotKeys.spared();
    }

    /** Asks all at once, as one pipeline per node; the answers are in the order of the questions. */
    public Uni<List<LimitAnswer>> decide(List<LimitQuestion> questions) {
        return decide(questions, patience);
    }

    public Uni<List<LimitAnswer>> decide(List<LimitQuestion> questions, Duration patience) {
        return hotKeys.decide(questions, patience);
    }

    private Uni<List<ScriptOutcome<LimitWords.Decide>>> ask(List<LimitQuestion> questions, Duration patience) {
        var runs = new ArrayList<PreparedScript<LimitWords.Decide>>(questions.size());
        for (var question : questions) {
            runs.add(prepare(question));
        }
        return scripts.runAll(runs, patience);
    }

    private PreparedScript<LimitWords.Decide> prepare(LimitQuestion question) {
        var limit = question.limit().affordable();
        var form = Form.of(limit);
        return scripts.run(form.script(), form.key(keys, question.caller()))
                .with(args(limit, question).toArray());
    }

    static LimitAnswer answer(ScriptOutcome<LimitWords.Decide> outcome) {
        return switch (outcome) {
            case ScriptOutcome.Replied<LimitWords.Decide> replied ->
                new LimitAnswer.Decided(Decision.of(replied.reply()));
            case ScriptOutcome.Failed<LimitWords.Decide> failed -> new LimitAnswer.Undecided(failed.failure());
        };
    }

    static List<Object> args(Limit limit, LimitQuestion question) {
        var args = new ArrayList<Object>(
                List.of(limit.hits(), limit.window().toMillis(), question.hits(), question.calls()));
        switch (limit.algorithm()) {
            case SUB_WINDOW_RING -> args.add(limit.parts());
            case TOKEN_BUCKET, GCRA -> args.add(limit.burst());
            case FIXED_WINDOW, SLIDING_LOG, SLIDING_COUNTER -> {}
        }
        var counted = question.counted();
        if (counted != null) {
            args.add(counted.at());
            args.add(counted.ahead());
        }
        return args;
    }

    /** Forgets what was counted of a caller. */
    public Uni<Void> reset(Limit wanted, KeyId caller) {
        var key = Form.of(wanted.affordable()).key(keys, caller);
        return router.send(Command.of("UNLINK").key(key).idempotent()).replaceWithVoid();
    }

    private static Script<LimitWords.Decide> script(String name) {
        return Script.load("lua/limit/" + name + ".lua", LimitWords.Decide.class);
    }
}
