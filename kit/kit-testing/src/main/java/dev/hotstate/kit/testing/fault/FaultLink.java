package dev.hotstate.kit.testing.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One proxied connection. Each direction is a reader and a writer with a bounded queue in between, so that a delay adds
 * latency without taking throughput away.
 */
final class FaultLink {

    private static final int CHUNK_BYTES = 16 * 1024;
    private static final int CHUNKS_MAX = 256;

    private final Socket client;
    private final Socket server = new Socket();
    private final FaultRoute route;
    private final AtomicLong bytesSent;
    private final AtomicLong bytesReceived;
    private final AtomicInteger openDirections = new AtomicInteger(2);
    private final List<Thread> pumps = new CopyOnWriteArrayList<>();
    private volatile boolean lostBytes;

    FaultLink(Socket client, FaultRoute route, AtomicLong bytesSent, AtomicLong bytesReceived) {
        this.client = client;
        this.route = route;
        this.bytesSent = bytesSent;
        this.bytesReceived = bytesReceived;
    }

    void connect(InetSocketAddress upstream, int timeoutMillis) throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        server.connect(upstream, timeoutMillis);
        pump(client, server, bytesSent);
        pump(server, client, bytesReceived);
    }

    /** Until its client closes it, or it is reset. */
    void ignoreUntilClosed() throws IOException {
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
        reset();
    }

    boolean hasLostBytes() {
        return lostBytes;
    }

    /** Closes both ends with RST. */
    void reset() {
        for (var socket : new Socket[] {client, server}) {
            try {
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // Already closed.
            }
            closeQuietly(socket);
        }
        pumps.forEach(Thread::interrupt);
        route.forget(this);
    }

    private void pump(Socket from, Socket to, AtomicLong counter) {
        var queue = new ArrayBlockingQueue<Chunk>(CHUNKS_MAX);
        pumps.add(Thread.ofVirtual().name("fault-proxy-read").start(() -> read(from, queue)));
        pumps.add(Thread.ofVirtual().name("fault-proxy-write").start(() -> write(queue, to, counter)));
    }

    private void read(Socket from, BlockingQueue<Chunk> queue) {
        try {
            var in = from.getInputStream();
            var buffer = new byte[CHUNK_BYTES];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                queue.put(new Chunk(Arrays.copyOf(buffer, n), System.nanoTime()));
            }
            queue.put(new Chunk(Chunk.END, System.nanoTime()));
        } catch (IOException e) {
            reset();
            queue.offer(new Chunk(Chunk.END, System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(BlockingQueue<Chunk> queue, Socket to, AtomicLong counter) {
        try {
            var out = to.getOutputStream();
            for (var chunk = queue.take(); ; chunk = queue.take()) {
                if (!route.awaitPassage(chunk.arrivedNanos())) {
                    lostBytes = true;
                }
                if (lostBytes) {
                    if (!route.swallows()) {
                        reset();
                    }
                    if (chunk.isEnd()) {
                        return;
                    }
                } else if (chunk.isEnd()) {
                    to.shutdownOutput();
                    closeWhenBothEnded();
                    return;
                } else {
                    // Counted first: whoever has seen the bytes finds them counted.
                    counter.addAndGet(chunk.bytes().length);
                    out.write(chunk.bytes());
                }
            }
        } catch (IOException e) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeWhenBothEnded() {
        if (openDirections.decrementAndGet() == 0) {
            closeQuietly(client);
            closeQuietly(server);
            route.forget(this);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }

    private record Chunk(byte[] bytes, long arrivedNanos) {

        static final byte[] END = {};

        boolean isEnd() {
            return bytes == END;
        }
    }
}
