package dev.hotstate.kit.http.sse;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.vertx.core.Context;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One client of a feed. Events are offered from any thread and leave on the client's own context, one at a time and only as
 * fast as its connection takes them.
 */
final class Subscriber {

    private final MultiEmitter<? super OutboundSseEvent> client;
    private final Context context;
    private final Supplier<Uni<Boolean>> stillAllowed;
    private final int bufferMax;
    private final AtomicBoolean drainIsDue = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();

    /** What is sent first, whatever its number: the opening, then a snapshot or what the client missed. */
    private final Deque<OutboundSseEvent> first = new ArrayDeque<>();

    private final Deque<FeedEvent> waiting = new ArrayDeque<>();
    private boolean begun;
    private boolean brief;
    private boolean heartbeatIsDue;
    private long dropped;

    Subscriber(
            MultiEmitter<? super OutboundSseEvent> client,
            Context context,
            Supplier<Uni<Boolean>> stillAllowed,
            int bufferMax,
            OutboundSseEvent opening) {
        this.client = client;
        this.context = context;
        this.stillAllowed = stillAllowed;
        this.bufferMax = bufferMax;
        first.add(opening);
        client.onRequest(more -> drainLater());
    }

    /** Lets events flow, after those that come before all others; what is among these does not come twice. */
    void begin(Collection<FeedEvent> before) {
        var ids = before.stream().map(FeedEvent::id).filter(Objects::nonNull).collect(Collectors.toSet());
        locked(() -> {
            before.forEach(event -> first.add(event.outbound()));
            waiting.removeIf(event -> event.id() != null && ids.contains(event.id()));
            begun = true;
        });
    }

    /** Ends the stream when what comes before all others has been sent. */
    void endAfterBeginning() {
        locked(() -> brief = true);
    }

    void offer(FeedEvent event) {
        locked(() -> {
            if (waiting.size() == bufferMax) {
                waiting.removeFirst();
                dropped++;
            }
            waiting.addLast(event);
        });
    }

    /** At most one heartbeat waits. */
    void heartbeat() {
        locked(() -> heartbeatIsDue = true);
    }

    /** Ends the stream of a client that would not be let in any more; it comes back and is told why not. */
    void checkAccess() {
        context.runOnContext(ignored -> stillAllowed
                .get()
                .subscribe()
                .with(
                        allowed -> {
                            if (!allowed) {
                                complete();
                            }
                        },
                        unknown -> {}));
    }

    void complete() {
        context.runOnContext(ignored -> client.complete());
    }

    void fail(Throwable failure) {
        context.runOnContext(ignored -> client.fail(failure));
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
        drainLater();
    }

    private void drainLater() {
        if (drainIsDue.compareAndSet(false, true)) {
            context.runOnContext(ignored -> drain());
        }
    }

    private void drain() {
        drainIsDue.set(false);
        while (client.requested() > 0) {
            var event = next();
            if (event == null) {
                break;
            }
            client.emit(event);
        }
        if (isOver()) {
            client.complete();
        }
    }

    private boolean isOver() {
        lock.lock();
        try {
            return brief && begun && first.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable OutboundSseEvent next() {
        lock.lock();
        try {
            if (!first.isEmpty()) {
                return first.removeFirst();
            }
            if (heartbeatIsDue) {
                heartbeatIsDue = false;
                return FeedEvent.heartbeat();
            }
            if (!begun || brief) {
                return null;
            }
            if (dropped > 0) {
                var notice = FeedEvent.dropped(dropped).outbound();
                dropped = 0;
                return notice;
            }
            var event = waiting.pollFirst();
            return event == null ? null : event.outbound();
        } finally {
            lock.unlock();
        }
    }
}
