package dev.hotstate.kit.redis.key;

import java.nio.charset.StandardCharsets;

/** The cluster slot of a key: CRC16 (XMODEM) of its hash tag, or of all of it, modulo 16384. */
public final class HashSlot {

    public static final int COUNT = 16_384;

    private static final int POLYNOMIAL = 0x1021;
    private static final int[] CRC_OF_BYTE = crcOfEachByte();

    private HashSlot() {}

    public static int of(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        // An empty tag counts as none.
        return close <= open + 1 ? slot(key, 0, key.length()) : slot(key, open + 1, close);
    }

    /** Asked for each command, so it takes the characters as they stand: keys of ours are ASCII. */
    private static int slot(String key, int from, int to) {
        int crc = 0;
        for (int i = from; i < to; i++) {
            char c = key.charAt(i);
            if (c > 0x7F) {
                return slotOfUtf8(key.substring(from, to));
            }
            crc = next(crc, c);
        }
        return crc % COUNT;
    }

    private static int slotOfUtf8(String text) {
        int crc = 0;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            crc = next(crc, b);
        }
        return crc % COUNT;
    }

    private static int next(int crc, int b) {
        return (crc << 8 & 0xFFFF) ^ CRC_OF_BYTE[(crc >>> 8 ^ b) & 0xFF];
    }

    private static int[] crcOfEachByte() {
        var table = new int[256];
        for (int value = 0; value < table.length; value++) {
            int crc = value << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            table[value] = crc & 0xFFFF;
        }
        return table;
    }
}
