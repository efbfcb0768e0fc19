package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small blocking RESP2 client to administrate one node: one connection, one caller, text only.
 *
 * <p>A reply is a {@code String}, a {@code Long}, a {@code List<Object>} or null. Arguments never appear in messages, they may be
 * passwords.
 */
public final class RespClient implements AutoCloseable {

    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);

    private final String address;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private RespClient(String address, Socket socket) throws IOException {
        this.address = address;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    public static RespClient connect(String host, int port) {
        return connect(host, port, DEFAULT_PATIENCE);
    }

    /** @param patience for the connection and for each reply */
    public static RespClient connect(String host, int port, Duration patience) {
        var socket = new Socket();
        try {
            int patienceMs = Math.toIntExact(patience.toMillis());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(patienceMs);
            socket.connect(new InetSocketAddress(host, port), patienceMs);
            return new RespClient(host + ":" + port, socket);
        } catch (IOException e) {
            closeQuietly(socket);
            throw new BackendFailure("Cannot reach Redis at " + host + ":" + port + ": " + e.getMessage(), e);
        }
    }

    /** Logs in as a named user of the ACL. */
    public RespClient login(String user, String password) {
        call("AUTH", user, password);
        return this;
    }

    /** @throws RedisRefusal if the server answers with an error */
    public @Nullable Object call(String... words) {
        try {
            out.write(encoded(words));
            out.flush();
            return readReply();
        } catch (IOException e) {
            throw new BackendFailure(words[0] + " at Redis " + address + " failed: " + e.getMessage(), e);
        }
    }

    /**
     * Sends several commands together and waits for all their replies.
     *
     * @return in their order; the error of a command takes the place of its reply
     */
    public List<@Nullable Object> callAll(List<String[]> commands) {
        try {
            var request = new ByteArrayOutputStream();
            for (var words : commands) {
                request.write(encoded(words));
            }
            out.write(request.toByteArray());
            out.flush();
            return readReplies(commands.size());
        } catch (IOException e) {
            throw new BackendFailure(
                    commands.size() + " commands at Redis " + address + " failed: " + e.getMessage(), e);
        }
    }

    public String text(String... words) {
        return String.valueOf(call(words));
    }

    public long number(String... words) {
        return call(words) instanceof Long number ? number : Long.parseLong(text(words));
    }

    /** The value of one field of INFO, CLUSTER INFO and their like; empty if there is none. */
    public String field(String name, String... words) {
        return text(words)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        closeQuietly(socket);
    }

    private static byte[] encoded(String... words) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.write(("*" + words.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (var word : words) {
            var argument = word.getBytes(StandardCharsets.UTF_8);
            bytes.write(("$" + argument.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            bytes.write(argument);
            bytes.write('\r');
            bytes.write('\n');
        }
        return bytes.toByteArray();
    }

    private @Nullable Object readReply() throws IOException {
        var line = readLine();
        var rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> throw new RedisRefusal(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> readBulk(Integer.parseInt(rest));
            case '*' -> readArray(Integer.parseInt(rest));
            default -> throw new IOException("no RESP2 reply");
        };
    }

    private @Nullable String readBulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        var bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("connection closed inside a reply");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> readArray(int length) throws IOException {
        return length < 0 ? null : readReplies(length);
    }

    /** An error among them (inside EXEC, for example) becomes an element, so that the rest is read, too. */
    private List<@Nullable Object> readReplies(int length) throws IOException {
        List<@Nullable Object> elements = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            try {
                elements.add(readReply());
            } catch (RedisRefusal refusal) {
                elements.add(refusal);
            }
        }
        return elements;
    }

    private String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("connection closed");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // nothing is lost: every reply has been read or has failed already
        }
    }
}
