package dev.hotstate.kit.redis.connection;

import io.vertx.core.impl.ContextInternal;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One command under way, from its subscription to its outcome.
 *
 * <p>At any moment one party owns it (the caller's thread, a connection, a timer) and only the owner changes it; the
 * queue or event loop that passes it on is the memory barrier. Its outcome is delivered once, on the Vert.x context of
 * the subscription when there was one.
 */
abstract class Call {

    private static final Logger LOG = Logger.getLogger(Call.class);

    final Command command;
    final CallHandler handler;
    final long startedAt;
    final long deadlineAt;
    private final @Nullable ContextInternal context;

    /** Where it was sent last. */
    @Nullable
    Node node;

    /** Where a redirect sends the next try; null: where the slot map says. */
    @Nullable
    NodeAddress redirectedTo;

    /** The next try is to be announced by ASKING. */
    boolean asking;

    /** It was sent once without an answer, and so may have been applied whatever follows. */
    boolean resent;

    int redirects;
    int waits;
    long sentAt;

    private volatile boolean finished;
    private @Nullable Reply reply;
    private @Nullable RedisFailure failure;

    /** @param context where to deliver the outcome; null: wherever it is learnt */
    Call(Command command, CallHandler handler, long startedAt, long deadlineNanos, @Nullable ContextInternal context) {
        this.command = command;
        this.handler = handler;
        this.startedAt = startedAt;
        this.sentAt = startedAt;
        this.deadlineAt = startedAt + deadlineNanos;
        this.context = context;
    }

    final void succeed(Reply reply) {
        if (!finished) {
            finished = true;
            this.reply = reply;
            deliverOnContext();
        }
    }

    final void fail(RedisFailure failure) {
        if (!finished) {
            finished = true;
            this.failure = failure;
            deliverOnContext();
        }
    }

    /** The redirect it followed has led nowhere. */
    final void askTheMapAgain() {
        redirectedTo = null;
        asking = false;
    }

    /** The caller lost interest; the reply, should there be one, is still read and dropped. */
    final void abandon() {
        finished = true;
    }

    final boolean isFinished() {
        return finished;
    }

    final boolean isExpired(long now) {
        return now - deadlineAt >= 0;
    }

    private void deliverOnContext() {
        if (context == null) {
            try {
                deliver(reply, failure);
            } catch (RuntimeException fromSubscriber) {
                LOG.error("A subscriber of a Redis reply threw", fromSubscriber);
            }
        } else {
            context.emit(this, call -> call.deliver(call.reply, call.failure));
        }
    }

    /** Exactly one of the two is not null. */
    abstract void deliver(@Nullable Reply reply, @Nullable RedisFailure failure);
}
