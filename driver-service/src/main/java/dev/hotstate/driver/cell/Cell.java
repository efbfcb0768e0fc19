package dev.hotstate.driver.cell;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A cell of the map by its H3 index. */
public record Cell(long index) {

    public static Cell ofHex(String hex) {
        return new Cell(Long.parseUnsignedLong(hex, 16));
    }

    /** As many as there are in a record; the empty cell of a driver without a position is none. */
    public static List<Cell> ofBytes(byte[] bytes) {
        var cells = new ArrayList<Cell>();
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            long index = buffer.getLong();
            if (index != 0) {
                cells.add(new Cell(index));
            }
        }
        return cells;
    }

    public String hex() {
        return Long.toHexString(index);
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(Long.BYTES).putLong(index).array();
    }
}
