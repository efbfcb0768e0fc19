package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.connection.RedisRouter.Subscription;
import dev.hotstate.kit.redis.key.RedisKey;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One sharded channel, followed wherever its slot goes. Keeps a connection of its own to the slot's master; a PING each
 * second finds out when that one has gone silent. All state belongs to one event loop.
 */
final class ShardSubscription implements Subscription {

    private static final Logger LOG = Logger.getLogger(ShardSubscription.class);
    private static final Command PING = Command.of("PING");
    private static final long PING_MILLIS = 1000;
    private static final int SILENT_PINGS_MAX = 2;
    private static final long PAUSE_MILLIS_MIN = 100;
    private static final long PAUSE_MILLIS_MAX = 1_000;

    private final Nodes nodes;
    private final Supplier<SlotMap> map;
    private final EventLoop loop;
    private final RedisKey channel;
    private final Consumer<byte[]> onMessage;
    private final Runnable onGap;
    private @Nullable Connection connection;
    private int silentPings;
    private long pauseMillis = PAUSE_MILLIS_MIN;
    private boolean complained;
    private boolean reopening;
    private boolean closed;

    ShardSubscription(
            Nodes nodes, Supplier<SlotMap> map, RedisKey channel, Consumer<byte[]> onMessage, Runnable onGap) {
        this.nodes = nodes;
        this.map = map;
        this.loop = nodes.home().nettyEventLoop();
        this.channel = channel;
        this.onMessage = onMessage;
        this.onGap = onGap;
    }

    void start() {
        loop.execute(this::open);
        loop.schedule(this::beat, PING_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The slot may live elsewhere now. */
    void topologyChanged(SlotMap fresh) {
        NodeAddress master = fresh.masterOf(channel.slot());
        loop.execute(() -> {
            if (connection != null && !connection.address().equals(master)) {
                connection.close();
            }
        });
    }

    @Override
    public void close() {
        loop.execute(() -> {
            closed = true;
            if (connection != null) {
                connection.close();
            }
        });
    }

    private void open() {
        NodeAddress master = map.get().masterOf(channel.slot());
        if (closed) {
            return;
        }
        if (master == null) {
            openLater();
            return;
        }
        nodes.openAside(master)
                .onComplete(opened -> loop.execute(() -> {
                    if (opened.failed()) {
                        openLater();
                    } else {
                        listen(opened.result());
                    }
                }));
    }

    private void listen(Connection fresh) {
        // A replica would take the subscription too; who sends to the master does not count it.
        boolean isMaster = fresh.address().equals(map.get().masterOf(channel.slot()));
        if (closed || !isMaster || !fresh.isOpen()) {
            fresh.close();
            openLater();
            return;
        }
        connection = fresh;
        silentPings = 0;
        fresh.onClose(() -> {
            connection = null;
            openLater();
        });
        fresh.onPush(push -> received(fresh, push));
        fresh.sendUnanswered(Command.of("SSUBSCRIBE").key(channel));
    }

    private void received(Connection from, Reply push) {
        silentPings = 0;
        if (!(push instanceof Reply.Many many) || many.size() < 2) {
            if (push instanceof Reply.Fault fault) {
                refused(from, fault);
            }
            return;
        }
        switch (many.get(0).text()) {
            case "smessage" -> tell(() -> onMessage.accept(many.get(2).bytes()));
            case "ssubscribe" -> subscribed();
            case "sunsubscribe" -> from.close();
            default -> {} // pong
        }
    }

    private void subscribed() {
        pauseMillis = PAUSE_MILLIS_MIN;
        complained = false;
        tell(onGap);
    }

    /** A slot that has moved away, as a rule; if it goes on, a right that is missing. */
    private void refused(Connection from, Reply.Fault fault) {
        if (pauseMillis == PAUSE_MILLIS_MAX && !complained) {
            complained = true;
            LOG.warnf("Redis node %s refuses the channel %s: %s", from.address(), channel.value(), fault.message());
        }
        from.close();
    }

    /** Whatever the listener does must not look like trouble of the connection. */
    private void tell(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException itsOwn) {
            LOG.errorf(itsOwn, "The listener on %s threw", channel.value());
        }
    }

    private void openLater() {
        if (!closed && !reopening) {
            reopening = true;
            loop.schedule(
                    () -> {
                        reopening = false;
                        open();
                    },
                    pauseMillis,
                    TimeUnit.MILLISECONDS);
            pauseMillis = Math.min(PAUSE_MILLIS_MAX, 2 * pauseMillis);
        }
    }

    private void beat() {
        if (closed) {
            return;
        }
        if (connection != null) {
            if (silentPings++ == SILENT_PINGS_MAX) {
                connection.close();
            } else {
                connection.sendUnanswered(PING);
            }
        }
        loop.schedule(this::beat, PING_MILLIS, TimeUnit.MILLISECONDS);
    }
}
