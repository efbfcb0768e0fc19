package dev.hotstate.kit.testing.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** The slot of a key, computed here and not by the code under test. */
public final class HashSlot {

    public static final int COUNT = 16_384;

    private static final int POLYNOMIAL = 0x1021;

    private HashSlot() {}

    public static int of(String key) {
        var bytes = key.getBytes(UTF_8);
        int open = indexOf(bytes, '{', 0);
        int close = open < 0 ? -1 : indexOf(bytes, '}', open + 1);
        // An empty tag is none: then the whole key counts.
        var hashed = close > open + 1 ? Arrays.copyOfRange(bytes, open + 1, close) : bytes;
        return crc16(hashed) % COUNT;
    }

    /** CRC-16/XMODEM, bit by bit. */
    private static int crc16(byte[] bytes) {
        int crc = 0;
        for (byte b : bytes) {
            crc ^= (b & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? crc << 1 ^ POLYNOMIAL : crc << 1;
            }
        }
        return crc & 0xFFFF;
    }

    private static int indexOf(byte[] bytes, char wanted, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
