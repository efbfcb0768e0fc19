package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.RedisFailure;

/** What became of one script of many. */
public sealed interface ScriptOutcome<S extends Enum<S>> {

    record Replied<S extends Enum<S>>(ScriptReply<S> reply) implements ScriptOutcome<S> {}

    record Failed<S extends Enum<S>>(RedisFailure failure) implements ScriptOutcome<S> {}
}
