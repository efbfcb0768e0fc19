package dev.hotstate.bench.monitor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * What is checked: answers any request on any connection with 200 and closes it, for as little CPU as can be. Listens on one port
 * of several loopback addresses, so that it looks like as many hosts. Ends with its standard input.
 */
final class TargetServer {

    private static final int BACKLOG = 4_096;
    private static final int REQUEST_BYTES = 4_096;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
                    .getBytes(StandardCharsets.US_ASCII);

    private final Selector selector;
    private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);

    private TargetServer(Selector selector) {
        this.selector = selector;
    }

    /** @param args the port, then the addresses */
    public static void main(String[] args) throws IOException {
        Thread.ofPlatform().daemon().start(TargetServer::endWithInput);
        var server = new TargetServer(Selector.open());
        int port = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) {
            server.listen(new InetSocketAddress(args[i], port));
        }
        System.out.println("listening");
        while (true) {
            server.selector.select(server::serve);
        }
    }

    private void listen(InetSocketAddress address) throws IOException {
        var listener = ServerSocketChannel.open();
        listener.bind(address, BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel());
            } else {
                answer((SocketChannel) key.channel());
            }
        } catch (IOException gone) {
            key.cancel();
        }
    }

    private void accept(ServerSocketChannel listener) throws IOException {
        for (var client = listener.accept(); client != null; client = listener.accept()) {
            client.configureBlocking(false);
            client.register(selector, SelectionKey.OP_READ);
        }
    }

    /** A request of a check fits into one packet. */
    private void answer(SocketChannel client) throws IOException {
        try (client) {
            request.clear();
            if (client.read(request) > 0) {
                client.write(ByteBuffer.wrap(ANSWER));
            }
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException gone) {
            // The same as its end.
        }
        System.exit(0);
    }
}
