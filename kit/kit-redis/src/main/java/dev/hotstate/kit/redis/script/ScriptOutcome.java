package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.RedisFailure;

/** What became of one script of many. */
public sealed interface ScriptOutcome<S extends Enum<S>> {

    record Replied<S extends Enum<S>>(ScriptReply<S> reply) implements ScriptOutcome<S> {
        @Override
        public ScriptReply<S> orThrow() {
            return reply;
        }
    }

    record Failed<S extends Enum<S>>(RedisFailure failure) implements ScriptOutcome<S> {
        @Override
        public ScriptReply<S> orThrow() {
            throw failure;
        }
    }

    /** The reply, or the failure thrown. */
    ScriptReply<S> orThrow();
}
