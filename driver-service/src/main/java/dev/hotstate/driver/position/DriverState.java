package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.redis.connection.Reply;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A driver as its record says.
 *
 * @param reason   why it is busy or offline, or empty
 * @param before   its status until now
 * @param position absent until the first point
 * @param expiry   when its heartbeat lapses; the version of all this
 * @param left     cells that may still show it
 * @param said     the version at which somebody last said whether it can be had; 0: nobody did
 */
public record DriverState(
        Status status,
        String reason,
        Status before,
        @Nullable Position position,
        long expiry,
        List<Cell> left,
        long said) {

    /** Where a driver was when. */
    public record Position(GeoPoint place, Cell cell, Instant at) {}

    /** How many values tell_driver puts behind the word. */
    static final int VALUES = 6;

    private static final int TIME_BYTES = 6;

    /** Reads them. */
    public static DriverState of(List<Reply> values) {
        return of(
                Status.valueOf(values.get(0).text()),
                values.get(1).text(),
                Status.valueOf(values.get(2).text()),
                values.get(3).bytes(),
                Cell.ofBytes(values.get(4).bytes()),
                Long.parseLong(values.get(5).text()));
    }

    /** @param rec time of the position, expiry, place and cell, as a record has them */
    static DriverState of(Status status, String reason, Status before, byte[] rec, List<Cell> left, long said) {
        var packed = ByteBuffer.wrap(rec);
        var at = Instant.ofEpochMilli(time(packed));
        long expiry = time(packed);
        var place = GeoPoint.ofE7(packed.getInt(), packed.getInt());
        var cell = new Cell(packed.getLong());
        var position = cell.index() == 0 ? null : new Position(place, cell, at);
        return new DriverState(status, reason, before, position, expiry, left, said);
    }

    /** Six bytes, the most significant first. */
    private static long time(ByteBuffer packed) {
        long time = 0;
        for (int i = 0; i < TIME_BYTES; i++) {
            time = time << Byte.SIZE | packed.get() & 0xFF;
        }
        return time;
    }

    /** What a driver is after both: the later one, with the cells that either has left. */
    DriverState followedBy(DriverState other) {
        var later = other.expiry > expiry ? other : this;
        var cells = new LinkedHashSet<>(left);
        cells.addAll(other.left);
        return new DriverState(
                later.status, later.reason, later.before, later.position, later.expiry, List.copyOf(cells), later.said);
    }

    public boolean isAvailable() {
        return status == Status.AVAILABLE;
    }
}
