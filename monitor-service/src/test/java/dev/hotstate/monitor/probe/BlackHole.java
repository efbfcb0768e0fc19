package dev.hotstate.monitor.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** An address that swallows every attempt to connect: a server that accepts nobody, behind a queue that is full. */
public final class BlackHole implements AutoCloseable {

    private static final int QUEUE_MAX = 20;
    private static final int CONNECT_TIMEOUT_MS = 100;

    private final List<Socket> queue = new ArrayList<>();
    private final ServerSocket server;

    public BlackHole(String host) {
        try {
            server = new ServerSocket(0, 1, InetAddress.getByName(host));
            fill();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    private void fill() throws IOException {
        while (queue.size() < QUEUE_MAX) {
            var socket = new Socket();
            queue.add(socket);
            try {
                socket.connect(
                        new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), CONNECT_TIMEOUT_MS);
            } catch (SocketTimeoutException full) {
                return;
            }
        }
        throw new IllegalStateException("the queue has no end");
    }

    @Override
    public void close() {
        try {
            for (var socket : queue) {
                socket.close();
            }
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
