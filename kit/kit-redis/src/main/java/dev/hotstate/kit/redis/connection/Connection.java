package dev.hotstate.kit.redis.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One pipelined connection to one node. Lives on one event loop; others hand their calls over.
 *
 * <ul>
 *   <li><b>Order.</b> Redis answers in order, so the replies find their calls in a plain queue.
 *   <li><b>Writing.</b> Calls are encoded as they come and leave in one write at the end of the event loop's turn: the
 *       busier the loop, the fewer system calls per command, here and in Redis. A lone command waits for nothing.
 *   <li><b>Deadlines.</b> One coarse tick, which runs only while something is in flight, looks at the whole queue. A
 *       call past its deadline fails at once; its place stays, since its reply may still come and must be dropped. After
 *       a stall of this process what the node has answered meanwhile is read before anything fails.
 *   <li><b>No hidden queue.</b> A call is encoded or fails. When too much is in flight, or the socket does not take
 *       more, it is refused. What was written and is unanswered for long is cut off by closing the connection: bytes
 *       still in this process are never sent. Bytes that the node's kernel has already accepted cannot be recalled; a
 *       frozen node may execute them when it wakes up.
 * </ul>
 */
final class Connection {

    private static final long TICK_MILLIS = 5;

    /** A tick that comes so late after its time tells of an event loop that stood still, and has not read since. */
    private static final long STALL_NANOS = Duration.ofMillis(20).toNanos();

    private static final long ONE_TURN_MILLIS = 1;

    /** A head of line that is unanswered for this many of its deadlines means that the connection is stuck... */
    private static final int STUCK_DEADLINES = 2;

    /** ...but not before this, so that one slow script does not cost a connection. */
    private static final long STUCK_NANOS_MIN = Duration.ofSeconds(1).toNanos();

    private static final int UNSENT_BYTES_MAX = 4 << 20;

    private static final Command ASKING = Command.of("ASKING");

    private final NodeAddress address;
    private final EventLoop loop;
    private final NetSocket socket;
    private final int inFlightMax;
    private final Queue<Call> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean inboxNoticed = new AtomicBoolean();

    // From here on only touched by the event loop.
    private final Deque<Call> inFlight = new ArrayDeque<>();
    private final RespWriter writer;
    private final RespReader reader = new RespReader(this::received);
    private boolean flushPlanned;
    private boolean ticking;
    private long tickDueAt;
    private boolean retiring;
    private @Nullable Consumer<Reply> pushes;
    private Runnable onClose = () -> {};
    private boolean givenUp;

    private volatile boolean closed;

    private Connection(NodeAddress address, EventLoop loop, NetSocket socket, int inFlightMax) {
        this.address = address;
        this.loop = loop;
        this.socket = socket;
        this.inFlightMax = inFlightMax;
        this.writer = new RespWriter(address.toString());
        socket.setWriteQueueMaxSize(UNSENT_BYTES_MAX);
        socket.handler(this::read);
        socket.exceptionHandler(broken -> close());
        socket.closeHandler(gone -> closed());
    }

    /** Connects and logs in. Must be called on the event loop of the context, where the result arrives too. */
    static Future<Connection> open(NodeAddress address, ContextInternal context, NetClient net, RouterOptions options) {
        if (options.net().isSsl()) {
            // Those that it has already cost a comparison.
            net.updateSSLOptions(options.certificates().get());
        }
        return net.connect(address.port(), address.host())
                .map(socket -> new Connection(address, context.nettyEventLoop(), socket, options.inFlightMax()))
                .compose(connection -> Handshake.run(connection, options));
    }

    NodeAddress address() {
        return address;
    }

    /** The process at the other end, for good: another one means another connection. On the event loop only. */
    void runId(String runId) {
        writer.runId(runId);
    }

    /** Of the process at the other end; its address where it does not tell. On the event loop only. */
    String runId() {
        return writer.runId();
    }

    boolean isOpen() {
        return !closed;
    }

    boolean isOnThisThread() {
        return loop.inEventLoop();
    }

    /** For the gauge; only roughly right when read by another thread. */
    int inFlight() {
        return inFlight.size();
    }

    void onClose(Runnable onClose) {
        this.onClose = onClose;
    }

    /** Sends from any thread. */
    void send(Call call) {
        if (loop.inEventLoop()) {
            encode(call, System.nanoTime());
            planFlush();
        } else {
            inbox.add(call);
            noticeInbox();
        }
    }

    /** Sends all in one write, from any thread. */
    void sendAll(List<Call> calls) {
        if (loop.inEventLoop()) {
            long now = System.nanoTime();
            calls.forEach(call -> encode(call, now));
            planFlush();
        } else {
            inbox.addAll(calls);
            noticeInbox();
        }
    }

    /**
     * From now on whatever answers no call goes to this consumer, as in subscriber mode. On the event loop only.
     */
    void onPush(Consumer<Reply> pushes) {
        this.pushes = pushes;
    }

    /** Sends a command whose answers arrive as pushes. On the event loop only. */
    void sendUnanswered(Command command) {
        writer.write(command);
        planFlush();
    }

    /**
     * Closes at once and throws away what this process and its kernel have not sent yet. The ordinary close would first
     * wait for a frozen node to read all of it.
     */
    void close() {
        Channel channel = ((NetSocketInternal) socket).channelHandlerContext().channel();
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        } catch (ChannelException closedMeanwhile) {
            // Then there is nothing left to throw away.
        }
        channel.close();
    }

    /** Closes once nothing is under way any more. On the event loop only. */
    void closeWhenIdle() {
        retiring = true;
        planTick();
    }

    /** Whether it was closed here, since the node had not answered for long. On the event loop only. */
    boolean isGivenUp() {
        return givenUp;
    }

    private void noticeInbox() {
        if (inboxNoticed.compareAndSet(false, true)) {
            loop.execute(this::emptyInbox);
        }
    }

    private void emptyInbox() {
        inboxNoticed.set(false);
        long now = System.nanoTime();
        for (Call call = inbox.poll(); call != null; call = inbox.poll()) {
            encode(call, now);
        }
        flush();
    }

    private void encode(Call call, long now) {
        if (call.isFinished()) {
            return;
        }
        if (closed) {
            unsent(call, RedisUnavailable.Reason.NOT_CONNECTED, "Lost the connection to " + address);
        } else if (call.isExpired(now)) {
            unsent(call, RedisUnavailable.Reason.TOO_LATE, "The deadline passed before sending to " + address);
        } else if (inFlight.size() >= inFlightMax || socket.writeQueueFull()) {
            unsent(call, RedisUnavailable.Reason.OVERLOADED, "Too much in flight to " + address);
        } else {
            if (call.asking) {
                writer.write(ASKING);
                inFlight.add(InternalCall.ignored(ASKING, call.deadlineAt - now));
            }
            writer.write(call.command);
            call.sentAt = now;
            inFlight.add(call);
            planTick();
        }
    }

    private static void unsent(Call call, RedisUnavailable.Reason reason, String message) {
        call.handler.unsent(call, new RedisUnavailable(reason, message));
    }

    private void planFlush() {
        if (!flushPlanned) {
            flushPlanned = true;
            loop.execute(this::flush);
        }
    }

    private void flush() {
        flushPlanned = false;
        if (!writer.isEmpty()) {
            Buffer together = writer.take();
            if (!closed) {
                socket.write(together);
            }
        }
    }

    private void read(Buffer chunk) {
        try {
            reader.feed(chunk);
        } catch (IllegalStateException notResp) {
            close();
        }
    }

    private void received(Reply reply) {
        Call call = inFlight.poll();
        if (call == null) {
            if (pushes != null) {
                pushes.accept(reply);
            } else {
                throw new IllegalStateException("A reply to no command");
            }
        } else if (!call.isFinished()) {
            if (reply instanceof Reply.Fault fault) {
                call.handler.refused(call, new RedisRefused(fault.message()));
            } else {
                call.handler.replied(call, reply);
            }
        }
    }

    private void planTick() {
        if (!ticking) {
            ticking = true;
            tickDueAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
            loop.schedule(this::tickInTime, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Answers that lie in the socket are read first, in another turn of the loop: that we stood still is not the node's fault. */
    private void tickInTime() {
        if (System.nanoTime() - tickDueAt > STALL_NANOS) {
            loop.schedule(this::tick, ONE_TURN_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            tick();
        }
    }

    private void tick() {
        ticking = false;
        if (inFlight.isEmpty()) {
            if (retiring) {
                close();
            }
            return;
        }
        long now = System.nanoTime();
        for (Call call : expired(now)) {
            call.handler.unanswered(
                    call, new RedisTimedOut(RedisTimedOut.Reason.DEADLINE, "No answer in time from " + address));
        }
        if (isStuck(inFlight.getFirst(), now)) {
            givenUp = true;
            close();
        }
        planTick();
    }

    /** Collected first, because the caller that learns of it may send the next command at once. */
    private List<Call> expired(long now) {
        List<Call> expired = List.of();
        for (Call call : inFlight) {
            if (call.isExpired(now) && !call.isFinished()) {
                if (expired.isEmpty()) {
                    expired = new ArrayList<>();
                }
                expired.add(call);
            }
        }
        return expired;
    }

    private static boolean isStuck(Call head, long now) {
        long patience = Math.max(STUCK_DEADLINES * (head.deadlineAt - head.startedAt), STUCK_NANOS_MIN);
        return now - head.sentAt > patience;
    }

    /** First the lane learns that it has no connection, so that no caller that tries again at once comes back here. */
    private void closed() {
        closed = true;
        onClose.run();
        for (Call call = inFlight.poll(); call != null; call = inFlight.poll()) {
            if (!call.isFinished()) {
                call.handler.unanswered(
                        call,
                        new RedisTimedOut(
                                RedisTimedOut.Reason.CONNECTION_LOST, "The connection to " + address + " closed"));
            }
        }
    }
}
