package dev.hotstate.kit.redis.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.key.HashSlot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotMapWatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void an_answer_that_is_no_map_does_not_end_the_watch() throws IOException {
        // Given
        try (var node = new FakeNode();
                var test = TestRouter.unready(RouterOptions.of(
                        List.of(new NodeAddress("127.0.0.1", node.port())), new Credentials("probe", "secret")))) {
            await().atMost(PATIENCE).until(() -> test.router().slotMap().covered() == HashSlot.COUNT);
            // When
            await().atMost(PATIENCE).until(() -> node.mapsAsked.get() > FakeNode.RUBBISH_UNTIL);
            // Then
            await().atMost(PATIENCE).until(() -> test.router().slotMap().covered() == HashSlot.COUNT - 1);
        }
    }

    /** Says OK to everything, and of the slots: first that it has all, then rubbish, and at last that it has all but one. */
    private static final class FakeNode implements AutoCloseable {

        private static final int RUBBISH_FROM = 2;
        private static final int RUBBISH_UNTIL = 3;

        private final AtomicInteger mapsAsked = new AtomicInteger();
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        FakeNode() throws IOException {
            Thread.startVirtualThread(this::accept);
        }

        int port() {
            return server.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    var client = server.accept();
                    Thread.startVirtualThread(() -> serve(client));
                }
            } catch (IOException closed) {
                // The test is over.
            }
        }

        private void serve(Socket client) {
            try (client) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
                for (var command = read(in); !command.isEmpty(); command = read(in)) {
                    var answer = command.getFirst().equals("CLUSTER") ? slots(mapsAsked.incrementAndGet()) : "+OK\r\n";
                    client.getOutputStream().write(answer.getBytes(US_ASCII));
                }
            } catch (IOException closed) {
                // The router has closed it.
            }
        }

        /** The words of the next command; none at the end. */
        private static List<String> read(BufferedReader in) throws IOException {
            var words = new ArrayList<String>();
            var count = in.readLine();
            for (int i = 0; count != null && i < Integer.parseInt(count.substring(1)); i++) {
                in.readLine();
                words.add(in.readLine());
            }
            return words;
        }

        private String slots(int time) {
            if (time >= RUBBISH_FROM && time <= RUBBISH_UNTIL) {
                return "$5\r\nhello\r\n";
            }
            int last = time < RUBBISH_FROM ? HashSlot.COUNT - 1 : HashSlot.COUNT - 2;
            return "*1\r\n*3\r\n:0\r\n:%d\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$4\r\nnode\r\n".formatted(last, port());
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
