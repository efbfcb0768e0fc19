package dev.hotstate.kit.redis.live;

import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Listens on a channel while somebody on this instance watches, and for a moment longer: pages come and go. */
final class LiveFollower implements AutoCloseable {

    private static final Duration LINGER = Duration.ofSeconds(5);

    /** Whoever comes is not kept waiting for longer; Redis may be away. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final RedisKey channel;
    private final byte[] nothing;
    private final LiveListener listener;
    private final RedisRouter redis;
    private final Vertx vertx;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<UniEmitter<? super Void>> waiting = new ArrayList<>();
    private RedisRouter.@Nullable Subscription subscription;

    /** What an earlier subscription still says is none of this one's business. */
    private int number;

    private long watchedAtNanos;
    private boolean holds;
    private boolean someoneDidNotWait;
    private boolean closed;

    LiveFollower(RedisKey channel, byte[] nothing, LiveListener listener, RedisRouter redis, Vertx vertx) {
        this.channel = channel;
        this.nothing = nothing;
        this.listener = listener;
        this.redis = redis;
        this.vertx = vertx;
    }

    boolean isOpen() {
        return locked(() -> subscription != null);
    }

    boolean holds() {
        return locked(() -> holds);
    }

    Uni<Void> follow() {
        boolean ready = locked(() -> {
            watchedAtNanos = System.nanoTime();
            if (subscription == null && !closed) {
                int mine = ++number;
                subscription = redis.subscribe(channel, message -> received(mine, message), () -> begun(mine));
            }
            return holds || closed;
        });
        if (ready) {
            return Uni.createFrom().voidItem();
        }
        var context = vertx.getOrCreateContext();
        return Uni.createFrom().<Void>emitter(this::await).emitOn(next -> context.runOnContext(on -> next.run()));
    }

    private void await(UniEmitter<? super Void> watcher) {
        boolean ready = locked(() -> holds || closed || !waiting.add(watcher));
        if (ready) {
            watcher.complete(null);
        } else {
            vertx.setTimer(PATIENCE.toMillis(), timer -> letIn(watcher));
        }
    }

    private void letIn(UniEmitter<? super Void> watcher) {
        boolean waited = locked(() -> {
            boolean left = waiting.remove(watcher);
            someoneDidNotWait |= left;
            return left;
        });
        if (waited) {
            watcher.complete(null);
        }
    }

    /** On the router's event loop, each time that the subscription holds from now on. */
    private void begun(int which) {
        var watchers = new ArrayList<UniEmitter<? super Void>>();
        boolean missedSome = locked(() -> {
            if (which != number || subscription == null) {
                return false;
            }
            boolean known = holds || someoneDidNotWait;
            holds = true;
            someoneDidNotWait = false;
            watchers.addAll(waiting);
            waiting.clear();
            return known;
        });
        if (missedSome) {
            listener.mayHaveMissedSome();
        }
        watchers.forEach(watcher -> watcher.complete(null));
    }

    private void received(int which, byte[] message) {
        if (!Arrays.equals(message, nothing) && locked(() -> which == number && subscription != null)) {
            listener.received(message);
        }
    }

    void letGoIfUnwatched() {
        boolean watched = listener.isWatched();
        locked(() -> {
            long now = System.nanoTime();
            if (watched || !waiting.isEmpty()) {
                watchedAtNanos = now;
            } else if (now - watchedAtNanos > LINGER.toNanos()) {
                letGo();
            }
            return watched;
        });
    }

    private void letGo() {
        if (subscription != null) {
            subscription.close();
        }
        subscription = null;
        holds = false;
        someoneDidNotWait = false;
    }

    @Override
    public void close() {
        var watchers = new ArrayList<UniEmitter<? super Void>>();
        locked(() -> {
            closed = true;
            letGo();
            watchers.addAll(waiting);
            waiting.clear();
            return closed;
        });
        watchers.forEach(watcher -> watcher.complete(null));
    }

    private boolean locked(BooleanSupplier work) {
        lock.lock();
        try {
            return work.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
