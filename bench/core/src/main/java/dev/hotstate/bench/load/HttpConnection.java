package dev.hotstate.bench.load;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A non-blocking connection with a fixed number of places for requests under way. */
final class HttpConnection implements Closeable {

    /** Told of each answer, in the order of the requests. */
    interface Answers {
        void answered(int status, long intendedNanos);
    }

    private static final int BUFFER_BYTES = 64 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer out;
    private final ResponseReader responses = new ResponseReader();
    private final long[] intendedNanos;
    private int oldest;
    private int underWay;

    /** @param requestBytesMax what the largest request takes */
    HttpConnection(Selector selector, int port, int pipeline, int requestBytesMax) throws IOException {
        out = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, requestBytesMax));
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
        intendedNanos = new long[pipeline];
    }

    int underWay() {
        return underWay;
    }

    boolean hasPlaceFor(byte[] request) {
        return underWay < intendedNanos.length && out.remaining() >= request.length;
    }

    void enqueue(byte[] request, long intended) {
        out.put(request);
        intendedNanos[(oldest + underWay++) % intendedNanos.length] = intended;
    }

    void flush() throws IOException {
        if (out.position() > 0) {
            out.flip();
            channel.write(out);
            boolean all = !out.hasRemaining();
            out.compact();
            key.interestOps(all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    void receive(Answers answers) throws IOException {
        if (channel.read(in) < 0) {
            throw new EOFException("The service closed a connection under load");
        }
        in.flip();
        for (int status = responses.next(in); status != 0; status = responses.next(in)) {
            long intended = intendedNanos[oldest];
            oldest = (oldest + 1) % intendedNanos.length;
            underWay--;
            answers.answered(status, intended);
        }
        in.compact();
        if (!in.hasRemaining()) {
            throw new IOException("A response head is larger than " + BUFFER_BYTES + " bytes");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
