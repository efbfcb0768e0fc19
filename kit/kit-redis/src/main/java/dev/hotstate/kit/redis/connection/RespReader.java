package dev.hotstate.kit.redis.connection;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the byte stream of one connection into RESP2 replies, wherever the network cut it into chunks. Used by one event
 * loop only.
 */
final class RespReader {

    /** Gets each whole reply; a top-level error arrives as {@link Reply.Fault}. */
    @FunctionalInterface
    interface Sink {
        void reply(Reply reply);
    }

    /** What Redis itself allows as the longest string. */
    private static final long BULK_MAX = 512L << 20;

    private static final int NESTING_MAX = 32;
    private static final int KEPT_BYTES_MAX = 1 << 20;
    private static final Reply.Many EMPTY_LIST = new Reply.Many(List.of());

    private final Sink sink;
    private final Deque<OpenList> openLists = new ArrayDeque<>(4);
    private byte[] bytes = new byte[4096];
    private int position;
    private int end;

    /** A list whose items are still arriving. */
    private record OpenList(List<Reply> items, int size) {}

    RespReader(Sink sink) {
        this.sink = sink;
    }

    /**
     * Takes a chunk and hands over each reply that it completes.
     *
     * @throws IllegalStateException if this is not RESP2; the connection is of no use any more
     */
    void feed(Buffer chunk) {
        append(chunk);
        while (position < end) {
            int before = position;
            int depth = openLists.size();
            Reply item = readItem();
            if (item != null) {
                complete(item);
            } else if (openLists.size() == depth) {
                position = before;
                break;
            }
        }
        if (position == end) {
            position = 0;
            end = 0;
            if (bytes.length > KEPT_BYTES_MAX) {
                bytes = new byte[4096];
            }
        }
    }

    private void append(Buffer chunk) {
        int more = chunk.length();
        if (end + more > bytes.length) {
            int waiting = end - position;
            byte[] target =
                    waiting + more > bytes.length ? new byte[Math.max(bytes.length * 2, waiting + more)] : bytes;
            System.arraycopy(bytes, position, target, 0, waiting);
            bytes = target;
            position = 0;
            end = waiting;
        }
        chunk.getBytes(bytes, end);
        end += more;
    }

    /** Adds a finished item to the innermost open list, and the list to its parent once it is full. */
    private void complete(Reply item) {
        Reply finished = item;
        while (!openLists.isEmpty()) {
            OpenList innermost = openLists.peek();
            innermost.items().add(finished);
            if (innermost.items().size() < innermost.size()) {
                return;
            }
            openLists.pop();
            finished = new Reply.Many(innermost.items());
        }
        sink.reply(finished);
    }

    /** The next simple item, or null if it is not all there or if a list began. */
    private @Nullable Reply readItem() {
        int lineEnd = lineEnd();
        if (lineEnd < 0) {
            return null;
        }
        int start = position + 1;
        byte type = bytes[position];
        position = lineEnd + 2;
        return switch (type) {
            case '+' -> status(start, lineEnd);
            case ':' -> new Reply.Whole(number(start, lineEnd));
            case '-' -> new Reply.Fault(new String(bytes, start, lineEnd - start, StandardCharsets.UTF_8));
            case '$' -> bulk(number(start, lineEnd));
            case '*' -> list(number(start, lineEnd));
            default -> throw new IllegalStateException("Unknown RESP2 type " + type);
        };
    }

    private Reply status(int start, int lineEnd) {
        if (lineEnd - start == 2 && bytes[start] == 'O' && bytes[start + 1] == 'K') {
            return Reply.Text.OK;
        }
        return new Reply.Text(Arrays.copyOfRange(bytes, start, lineEnd));
    }

    private @Nullable Reply bulk(long length) {
        if (length < 0) {
            return Reply.Nil.INSTANCE;
        }
        if (length > BULK_MAX) {
            throw new IllegalStateException("A string of " + length + " bytes");
        }
        int size = (int) length;
        if (end - position < size + 2) {
            return null;
        }
        Reply text = new Reply.Text(Arrays.copyOfRange(bytes, position, position + size));
        position += size + 2;
        return text;
    }

    private @Nullable Reply list(long size) {
        if (size < 0) {
            return Reply.Nil.INSTANCE;
        }
        if (size == 0) {
            return EMPTY_LIST;
        }
        if (openLists.size() == NESTING_MAX) {
            throw new IllegalStateException("Lists nested deeper than " + NESTING_MAX);
        }
        openLists.push(new OpenList(new ArrayList<>((int) Math.min(size, 1024)), Math.toIntExact(size)));
        return null;
    }

    /** Index of the CR that ends the line at the position, or -1. */
    private int lineEnd() {
        for (int i = position + 1; i < end - 1; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private long number(int start, int lineEnd) {
        boolean negative = bytes[start] == '-';
        long value = 0;
        for (int i = negative ? start + 1 : start; i < lineEnd; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalStateException("Not a number in a RESP2 header");
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }
}
