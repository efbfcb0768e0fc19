package dev.hotstate.kit.testing.net;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A name server on a free port of the loopback address. Answers have a time to live of 0, so that each question is asked; an
 * unknown name does not exist. A supplier of records is asked for each question, and so may answer differently each time.
 */
public final class LocalDns implements AutoCloseable {

    /** Types of records, with their numbers on the wire. */
    public enum Type {
        A(1),
        NS(2),
        CNAME(5),
        SOA(6),
        PTR(12),
        MX(15),
        TXT(16),
        AAAA(28),
        SRV(33);

        private final int code;

        Type(int code) {
            this.code = code;
        }
    }

    private record Question(String name, int type) {}

    private static final int NAME_ERROR = 3;
    private static final int PACKET_MAX = 512;

    private final DatagramSocket socket;
    private final Map<Question, Supplier<List<byte[]>>> answers = new ConcurrentHashMap<>();
    private final Map<Question, Integer> asked = new ConcurrentHashMap<>();
    private volatile boolean silent;

    private LocalDns(DatagramSocket socket) {
        this.socket = socket;
    }

    public static LocalDns start() {
        try {
            var dns = new LocalDns(new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
            Thread.ofPlatform().daemon().name("local-dns").start(dns::serve);
            return dns;
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
    }

    /** A records, always the same. */
    public LocalDns answer(String name, String... addresses) {
        return answer(name, Type.A, () -> List.of(addresses));
    }

    public LocalDns answer(String name, Type type, Supplier<List<String>> values) {
        answers.put(
                new Question(name.toLowerCase(Locale.ROOT), type.code),
                () -> values.get().stream().map(value -> encoded(type, value)).toList());
        return this;
    }

    /** How often this was asked. */
    public int asked(String name, Type type) {
        return asked.getOrDefault(new Question(name.toLowerCase(Locale.ROOT), type.code), 0);
    }

    /** Questions are heard, but not answered. */
    public void beSilent() {
        silent = true;
    }

    private void serve() {
        var buffer = new byte[PACKET_MAX];
        while (!socket.isClosed()) {
            try {
                var packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                var answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
                if (!silent) {
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private byte[] answer(byte[] query) throws IOException {
        int end = endOfQuestion(query);
        var question = question(query, end);
        asked.merge(question, 1, Integer::sum);
        var found = answers.get(question);
        var values = found == null ? List.<byte[]>of() : found.get();
        boolean exists = answers.keySet().stream().anyMatch(known -> known.name.equals(question.name));

        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.write(query, 0, 2);
        out.writeShort(0x8180 | (exists ? 0 : NAME_ERROR));
        out.writeShort(1);
        out.writeShort(values.size());
        out.writeInt(0);
        out.write(query, 12, end - 12);
        for (var value : values) {
            out.writeShort(0xc00c);
            out.writeShort(question.type);
            out.writeShort(1);
            out.writeInt(0);
            out.writeShort(value.length);
            out.write(value);
        }
        return bytes.toByteArray();
    }

    private static int endOfQuestion(byte[] query) {
        int at = 12;
        while (query[at] != 0) {
            at += query[at] + 1;
        }
        return at + 5;
    }

    private static Question question(byte[] query, int end) {
        var name = new StringBuilder();
        for (int at = 12; query[at] != 0; at += query[at] + 1) {
            name.append(name.isEmpty() ? "" : ".")
                    .append(new String(query, at + 1, query[at], StandardCharsets.US_ASCII));
        }
        return new Question(
                name.toString().toLowerCase(Locale.ROOT), (query[end - 4] & 0xff) << 8 | query[end - 3] & 0xff);
    }

    private static byte[] encoded(Type type, String value) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            var parts = value.split(" ");
            switch (type) {
                case A, AAAA -> out.write(InetAddress.getByName(value).getAddress());
                case NS, CNAME, PTR -> writeName(out, value);
                case MX -> {
                    out.writeShort(Integer.parseInt(parts[0]));
                    writeName(out, parts[1]);
                }
                case SRV -> {
                    for (int i = 0; i < 3; i++) {
                        out.writeShort(Integer.parseInt(parts[i]));
                    }
                    writeName(out, parts[3]);
                }
                case SOA -> {
                    writeName(out, parts[0]);
                    writeName(out, parts[1]);
                    for (int i = 2; i < 7; i++) {
                        out.writeInt(Integer.parseInt(parts[i]));
                    }
                }
                case TXT -> {
                    var text = value.getBytes(StandardCharsets.UTF_8);
                    out.writeByte(text.length);
                    out.write(text);
                }
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeName(DataOutputStream out, String name) throws IOException {
        for (var label : name.split("\\.")) {
            out.writeByte(label.length());
            out.writeBytes(label);
        }
        out.writeByte(0);
    }

    @Override
    public void close() {
        socket.close();
    }
}
