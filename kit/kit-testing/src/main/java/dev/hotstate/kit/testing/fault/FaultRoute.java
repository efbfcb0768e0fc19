package dev.hotstate.kit.testing.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One upstream of a {@link FaultProxy}: a local port, the fault it shows, and what went through it. */
public final class FaultRoute implements AutoCloseable {

    private static final int BACKLOG = 512;
    private static final int CONNECT_MILLIS = 2_000;

    private final InetSocketAddress upstream;
    private final ServerSocket door;
    private final Set<FaultLink> links = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition faultChanged = lock.newCondition();
    private Fault fault = new Fault.Pass();

    FaultRoute(InetSocketAddress upstream) throws IOException {
        this.upstream = upstream;
        this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("fault-proxy-" + door.getLocalPort()).start(this::acceptUntilClosed);
    }

    public InetSocketAddress upstream() {
        return upstream;
    }

    /** Where clients connect instead of to the upstream. */
    public InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    public int port() {
        return door.getLocalPort();
    }

    public void pass() {
        change(new Fault.Pass());
    }

    /** Delays each byte in both directions: a round trip takes twice as much longer. */
    public void slow(Duration delay) {
        change(new Fault.Slow(delay));
    }

    public void stall() {
        change(new Fault.Stall());
    }

    public void blackhole() {
        change(new Fault.Blackhole());
    }

    public void ignore() {
        change(new Fault.Ignore());
    }

    public void reset() {
        change(new Fault.Reset());
        links.forEach(FaultLink::reset);
    }

    public int connectionsOpen() {
        return links.size();
    }

    public long connectionsAccepted() {
        return accepted.get();
    }

    /** Bytes that were passed on to the upstream. */
    public long bytesSent() {
        return bytesSent.get();
    }

    /** Bytes of the upstream that were passed on to clients. */
    public long bytesReceived() {
        return bytesReceived.get();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            // Nothing is left to be released.
        }
        reset();
    }

    private void change(Fault next) {
        lock.lock();
        try {
            fault = next;
            faultChanged.signalAll();
        } finally {
            lock.unlock();
        }
        if (!(next instanceof Fault.Blackhole)) {
            links.stream().filter(FaultLink::hasLostBytes).forEach(FaultLink::reset);
        }
    }

    /** Waits until the fault lets bytes pass that arrived at that time; false when they are lost. */
    boolean awaitPassage(long arrivedNanos) throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                switch (fault) {
                    case Fault.Pass pass -> {
                        return true;
                    }
                    case Fault.Ignore ignore -> {
                        return true;
                    }
                    case Fault.Blackhole hole -> {
                        return false;
                    }
                    case Fault.Reset reset -> {
                        return false;
                    }
                    case Fault.Stall stall -> faultChanged.await();
                    case Fault.Slow slow -> {
                        var left = arrivedNanos + slow.delay().toNanos() - System.nanoTime();
                        if (left <= 0) {
                            return true;
                        }
                        faultChanged.awaitNanos(left);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** True while lost bytes may go unnoticed; afterwards a link that lost some has to end. */
    boolean swallows() {
        return current() instanceof Fault.Blackhole;
    }

    private void acceptUntilClosed() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                accepted.incrementAndGet();
                Thread.ofVirtual().name("fault-proxy-link").start(() -> connect(client));
            } catch (IOException e) {
                // The door was closed, or a client gave up while it waited in the backlog.
            }
        }
    }

    /** A dead upstream shows as RST after an accepted connect: a proxy can't refuse a connection that it has. */
    private void connect(Socket client) {
        var link = new FaultLink(client, this, bytesSent, bytesReceived);
        links.add(link);
        try {
            if (current() instanceof Fault.Reset || door.isClosed()) {
                link.reset();
            } else if (current() instanceof Fault.Ignore) {
                link.ignoreUntilClosed();
            } else {
                link.connect(upstream, CONNECT_MILLIS);
            }
        } catch (IOException e) {
            link.reset();
        }
    }

    void forget(FaultLink link) {
        links.remove(link);
    }

    private Fault current() {
        lock.lock();
        try {
            return fault;
        } finally {
            lock.unlock();
        }
    }
}
