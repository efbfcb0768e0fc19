package dev.hotstate.kit.redis.connection;

import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.NetClient;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps one connection to a node open: opens it again when it was lost, at once the first time and then more slowly. */
final class Lane {

    /** What a lane tells its node, on the lane's event loop. */
    interface Listener {
        /** @param runId of the process that answers */
        void opened(String runId);

        /** A connection that was open since then, by the clock of {@link System#nanoTime}, was lost. */
        void lost(long openedAt);

        /** An open connection was given up, since the node had not answered on it for long. */
        void silent();

        void failed(Throwable why);
    }

    private static final long PAUSE_MILLIS_MIN = 50;
    private static final long PAUSE_MILLIS_MAX = 1000;

    /** A connection that lives shorter counts as a failure, or a node that hangs up at once would be called without pause. */
    private static final long SETTLED_NANOS = Duration.ofSeconds(1).toNanos();

    private final NodeAddress address;
    private final ContextInternal context;
    private final NetClient net;
    private final RouterOptions options;
    private final Listener listener;

    private @Nullable ScheduledFuture<?> pause;
    private volatile @Nullable Connection connection;
    private volatile int failures;
    private volatile boolean stopped;

    Lane(NodeAddress address, ContextInternal context, NetClient net, RouterOptions options, Listener listener) {
        this.address = address;
        this.context = context;
        this.net = net;
        this.options = options;
        this.listener = listener;
        context.runOnContext(start -> open());
    }

    @Nullable
    Connection connection() {
        return connection;
    }

    /** True while a connection is likely within moments: opening for the first time, or again for the first time. */
    boolean isHopeful() {
        return failures < 2;
    }

    /** Ends the pause between two attempts. */
    void hurry() {
        context.runOnContext(now -> {
            if (pause != null && pause.cancel(false)) {
                open();
            }
        });
    }

    /** Takes no further calls and closes when those under way are through. */
    void retire() {
        stop(Connection::closeWhenIdle);
    }

    void close() {
        stop(Connection::close);
    }

    private void stop(Consumer<Connection> how) {
        stopped = true;
        context.runOnContext(now -> {
            Connection open = connection;
            connection = null;
            if (open != null) {
                how.accept(open);
            }
        });
    }

    private void open() {
        pause = null;
        if (!stopped) {
            Connection.open(address, context, net, options)
                    .onSuccess(this::opened)
                    .onFailure(this::failed);
        }
    }

    private void opened(Connection fresh) {
        if (stopped) {
            fresh.close();
            return;
        }
        if (!fresh.isOpen()) {
            openLater();
            return;
        }
        long openedAt = System.nanoTime();
        fresh.onClose(() -> lost(fresh, openedAt));
        failures = 0;
        connection = fresh;
        listener.opened(fresh.runId());
    }

    private void lost(Connection lost, long openedAt) {
        connection = null;
        if (stopped) {
            return;
        }
        if (lost.isGivenUp()) {
            listener.silent();
        } else {
            listener.lost(openedAt);
        }
        if (System.nanoTime() - openedAt < SETTLED_NANOS) {
            openLater();
        } else {
            open();
        }
    }

    private void failed(Throwable why) {
        if (!stopped) {
            listener.failed(why);
            openLater();
        }
    }

    private void openLater() {
        failures++;
        long longest = Math.min(PAUSE_MILLIS_MAX, PAUSE_MILLIS_MIN << Math.min(failures - 1, 10));
        long jittered = longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1);
        pause = context.nettyEventLoop()
                .schedule(() -> context.runOnContext(again -> open()), jittered, TimeUnit.MILLISECONDS);
    }
}
