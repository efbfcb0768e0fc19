package dev.hotstate.kit.testing.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads a stream of server-sent events on a bare socket, and can also stop reading. */
public final class EventStreamClient implements AutoCloseable {

    private static final String LAST_CHUNK = "0";

    private final Socket socket = new Socket();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    private EventStreamClient() {}

    /** @param headers each with its line end */
    public static EventStreamClient open(URI address, String... headers) throws IOException {
        var client = openWithoutReading(address, headers);
        client.startReading();
        return client;
    }

    /** Takes no more than what fits into small buffers. */
    public static EventStreamClient openWithoutReading(URI address, String... headers) throws IOException {
        var client = new EventStreamClient();
        client.socket.setReceiveBufferSize(4_096);
        client.socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
        var request = "GET " + requestTarget(address) + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("", headers)
                + "\r\n";
        client.socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    private static String requestTarget(URI address) {
        return address.getRawQuery() == null
                ? address.getRawPath()
                : address.getRawPath() + "?" + address.getRawQuery();
    }

    public void startReading() {
        Thread.ofVirtual().start(this::read);
    }

    /** The values of one field, in the order in which they came. */
    public List<String> values(String field) {
        return lines.stream()
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> line.substring(field.length() + 1))
                .toList();
    }

    public List<String> lines() {
        return new ArrayList<>(lines);
    }

    public boolean hasEnded() {
        return ended;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void read() {
        try (var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            var line = reader.readLine();
            while (line != null && !line.equals(LAST_CHUNK)) {
                lines.add(line);
                line = reader.readLine();
            }
        } catch (IOException closedByTest) {
            // Nothing more to read.
        }
        ended = true;
    }
}
