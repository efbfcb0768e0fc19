package dev.hotstate.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Finds the ends of HTTP/1.1 responses in a stream of bytes: status, header end, then the body, by its length or chunk by chunk,
 * which is skipped.
 */
final class ResponseReader {

    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding:".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_POSITION = "HTTP/1.1 ".length();
    private static final int NO_RESPONSE = 0;
    private static final int LINE_END = 2;

    private int status = NO_RESPONSE;
    /** Of the body, or of the chunk with its line end. */
    private long bodyLeft;

    private boolean isChunked;
    private boolean isLastChunk;

    /**
     * Consumes bytes up to the end of the next response.
     *
     * @return its status, or 0 if the buffer ends before; call again when more bytes have arrived
     */
    int next(ByteBuffer in) throws IOException {
        if (status == NO_RESPONSE && !readHead(in)) {
            return NO_RESPONSE;
        }
        skip(in);
        while (bodyLeft == 0 && isChunked && readChunkLine(in)) {
            skip(in);
        }
        if (bodyLeft > 0 || isChunked) {
            return NO_RESPONSE;
        }
        int complete = status;
        status = NO_RESPONSE;
        return complete;
    }

    private void skip(ByteBuffer in) {
        int skipped = (int) Math.min(bodyLeft, in.remaining());
        in.position(in.position() + skipped);
        bodyLeft -= skipped;
    }

    /** A length, or after the last chunk a trailer, of which an empty one ends the body; false if the buffer ends before. */
    private boolean readChunkLine(ByteBuffer in) throws IOException {
        int start = in.position();
        for (int i = start; i < in.limit(); i++) {
            if (in.get(i) == '\n') {
                in.position(i + 1);
                if (!isLastChunk) {
                    long length = hexadecimal(in, start);
                    isLastChunk = length == 0;
                    bodyLeft = isLastChunk ? 0 : length + LINE_END;
                } else if (i - start <= 1) {
                    isChunked = false;
                }
                return true;
            }
        }
        return false;
    }

    private boolean readHead(ByteBuffer in) {
        int start = in.position();
        int lineStart = start;
        long length = 0;
        for (int i = start; i < in.limit(); i++) {
            if (in.get(i) != '\n') {
                continue;
            }
            boolean emptyLine = i - lineStart <= 1 && lineStart > start;
            if (emptyLine) {
                status = (int) number(in, start + STATUS_POSITION);
                bodyLeft = length;
                in.position(i + 1);
                return true;
            }
            if (startsWith(in, lineStart, i, CONTENT_LENGTH)) {
                length = number(in, lineStart + CONTENT_LENGTH.length);
            } else if (startsWith(in, lineStart, i, TRANSFER_ENCODING)) {
                isChunked = true;
                isLastChunk = false;
            }
            lineStart = i + 1;
        }
        return false;
    }

    private static boolean startsWith(ByteBuffer in, int from, int to, byte[] lowerCaseName) {
        if (to - from < lowerCaseName.length) {
            return false;
        }
        for (int i = 0; i < lowerCaseName.length; i++) {
            byte actual = in.get(from + i);
            byte lower = actual >= 'A' && actual <= 'Z' ? (byte) (actual + 32) : actual;
            if (lower != lowerCaseName[i]) {
                return false;
            }
        }
        return true;
    }

    private static long number(ByteBuffer in, int from) {
        int i = from;
        while (in.get(i) == ' ') {
            i++;
        }
        long value = 0;
        for (byte digit = in.get(i); digit >= '0' && digit <= '9'; digit = in.get(++i)) {
            value = value * 10 + digit - '0';
        }
        return value;
    }

    private static long hexadecimal(ByteBuffer in, int from) throws IOException {
        int i = from;
        long value = 0;
        for (int digit = Character.digit(in.get(i), 16); digit >= 0; digit = Character.digit(in.get(++i), 16)) {
            value = value * 16 + digit;
        }
        if (i == from) {
            throw new IOException("A chunk has no length");
        }
        return value;
    }
}
