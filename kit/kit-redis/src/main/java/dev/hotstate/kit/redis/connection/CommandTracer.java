package dev.hotstate.kit.redis.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is told when a command begins, on the thread and context of its caller, and how it ended. */
public interface CommandTracer {

    CommandTracer NONE = new CommandTracer() {
        @Override
        public @Nullable Trace begin(Command command) {
            return null;
        }

        @Override
        public @Nullable Trace beginAll(List<Command> commands) {
            return null;
        }
    };

    /** Null: nobody wants to know how this one ends. */
    @Nullable
    Trace begin(Command command);

    /** For commands that travel as one pipeline. */
    @Nullable
    Trace beginAll(List<Command> commands);

    /** One command or pipeline under way. */
    @FunctionalInterface
    interface Trace {

        /**
         * Called once, unless its caller gives up just then; then the first call counts.
         *
         * @param node where it was sent last; null for a pipeline, or if it was never sent
         * @param failure null if there was a reply, or if nobody waited for one any more
         */
        void end(@Nullable NodeAddress node, @Nullable RedisFailure failure);
    }
}
