package dev.hotstate.kit.redis.connection;

/** What became of one command of a pipeline. */
public sealed interface Outcome {

    record Replied(Reply reply) implements Outcome {
        @Override
        public Reply orThrow() {
            return reply;
        }
    }

    record Failed(RedisFailure failure) implements Outcome {
        @Override
        public Reply orThrow() {
            throw failure;
        }
    }

    /** The reply, or the failure thrown. */
    Reply orThrow();
}
