package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Largest values, whoever finds them. */
@Singleton
public class MaxStore {

    static final Script<MaxWord> KEEP_MAX = Script.load("lua/observation/keep_max.lua", MaxWord.class);

    private final Scripts scripts;

    public MaxStore(Scripts scripts) {
        this.scripts = scripts;
    }

    /** Gives the largest that was ever kept under this key. */
    public Uni<Long> keep(RedisKey max, long value) {
        return scripts.run(KEEP_MAX, max).idempotent().args(value).map(reply -> reply.integer(0));
    }
}
