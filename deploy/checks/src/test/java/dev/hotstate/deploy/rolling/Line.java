package dev.hotstate.deploy.rolling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotstate.kit.testing.process.PackagedService;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One connection, on which one request after the other is sent. Clients of libraries send what may be repeated a second time, on another
 * connection, when one breaks under it; nothing is tried again here.
 */
final class Line implements AutoCloseable {

    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 60_000;

    record Call(String method, String path, String body) {}

    record Answer(int status, String body) {

        boolean isGood() {
            return status / 100 == 2;
        }
    }

    private final URI api;
    private final Socket socket = new Socket();
    private final InputStream in;
    private boolean open = true;

    Line(URI api) throws IOException {
        this.api = api;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.connect(new InetSocketAddress(api.getHost(), api.getPort()), CONNECT_MILLIS);
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** False once the other side has said that it will not answer here again. */
    boolean isOpen() {
        return open;
    }

    Answer send(Call call) throws IOException {
        socket.getOutputStream().write(bytes(call));
        int status = Integer.parseInt(line().split(" ")[1]);
        var headers = headers();
        var body = new String(body(headers), UTF_8);
        if (headers.getOrDefault("connection", "").equalsIgnoreCase("close")) {
            close();
        }
        return new Answer(status, body);
    }

    private byte[] bytes(Call call) {
        var body = call.body().getBytes(UTF_8);
        var head =
                "%s %s HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(
                                call.method(),
                                call.path(),
                                api.getHost(),
                                api.getPort(),
                                PackagedService.ADMIN_KEY,
                                body.length)
                        .getBytes(ISO_8859_1);
        var all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(body);
        return all.toByteArray();
    }

    private Map<String, String> headers() throws IOException {
        var headers = new HashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var words = line.split(":", 2);
            headers.put(words[0].toLowerCase(Locale.ROOT), words[1].strip());
        }
        return headers;
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if (!headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            return exactly(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        var body = new ByteArrayOutputStream();
        for (int size = chunk(); size > 0; size = chunk()) {
            body.writeBytes(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunk() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private byte[] exactly(int size) throws IOException {
        var bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("broken off within an answer");
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("closed without an answer");
            }
            line.write(next);
        }
        return line.toString(ISO_8859_1).strip();
    }

    @Override
    public void close() {
        open = false;
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
