package dev.hotstate.kit.redis.connection;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Collects encoded commands until they leave together in one write. Used by one event loop only. */
final class RespWriter {

    private static final int KEPT_BYTES_MAX = 1 << 20;

    private byte[] bytes = new byte[1024];
    private int length;
    private String runId;

    /** @param runId of the process that will read this, as far as known */
    RespWriter(String runId) {
        this.runId = runId;
    }

    void runId(String runId) {
        this.runId = runId;
    }

    String runId() {
        return runId;
    }

    boolean isEmpty() {
        return length == 0;
    }

    void write(Command command) {
        List<Object> words = command.words();
        header('*', words.size());
        for (int i = 0; i < words.size(); i++) {
            switch (words.get(i)) {
                case String text -> text(text);
                case Long number -> text(Long.toString(number));
                case byte[] raw -> bulk(raw);
                case ServerWord.RUN_ID -> text(runId);
                default -> throw new IllegalStateException("Not a word of a command");
            }
        }
    }

    /** What was collected; the writer is empty again. */
    Buffer take() {
        Buffer taken = Buffer.buffer(length).appendBytes(bytes, 0, length);
        length = 0;
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[1024];
        }
        return taken;
    }

    /** Nearly every word is ASCII, which needs no intermediate array. */
    private void text(String text) {
        int start = length;
        int chars = text.length();
        header('$', chars);
        ensure(chars + 2);
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c > 127) {
                length = start;
                bulk(text.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
        lineEnd();
    }

    private void bulk(byte[] raw) {
        header('$', raw.length);
        ensure(raw.length + 2);
        System.arraycopy(raw, 0, bytes, length, raw.length);
        length += raw.length;
        lineEnd();
    }

    private void header(char type, int count) {
        ensure(13);
        bytes[length++] = (byte) type;
        if (count < 10) {
            bytes[length++] = (byte) ('0' + count);
        } else {
            int divisor = 1;
            while (count / divisor >= 10) {
                divisor *= 10;
            }
            for (; divisor > 0; divisor /= 10) {
                bytes[length++] = (byte) ('0' + count / divisor % 10);
            }
        }
        lineEnd();
    }

    private void lineEnd() {
        bytes[length++] = '\r';
        bytes[length++] = '\n';
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
