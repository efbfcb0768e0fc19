package dev.hotstate.driver.platform;

import static dev.hotstate.kit.redis.key.PermanentKeys.Rule.always;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.kit.redis.key.HashTag;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.PermanentKeys;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partitions;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The keys of this service. What belongs to a driver carries the tag of its group, so that what many drivers report takes few
 * scripts; what belongs to a cell of the map carries that of the cell, so that a search touches the slots of the cells around it.
 *
 * <p>All times are unix milliseconds by the clock of Redis. Drivers have short numbers here; the ids that people gave them
 * stay in Postgres.
 */
@Singleton
public final class DriverKeys {

    /** Over how many keys the list of cells is spread. */
    public static final int CELL_LISTS = 16;

    /** Into how many ranges the slots are divided whose loss is noticed one by one. */
    public static final int RANGES = Partitions.COUNT;

    private static final int SLOTS_PER_RANGE = 256;
    private static final int SHORT = 36;

    /** How many drivers share a hash: half the memory of one for each. */
    private static final int SHARING = 4;

    /** One tag in each range, for what concerns the range and for each group of drivers; they must never change. */
    private static final Partitions TAGS = Partitions.lettered('v');

    private static final Map<Integer, HashTag> EDGES = edges();

    private final KeySpace keys;

    public DriverKeys(KeySpace keys) {
        this.keys = keys;
    }

    /** GEO, the available drivers of a cell. */
    public RedisKey geo(Cell cell) {
        return keys.key("geo", tag(cell).id());
    }

    /**
     * ZSET driver → when its heartbeat lapses, which is also the version of what is known about it here; the fraction tells
     * the age of its position, or that the driver has left: {@link dev.hotstate.driver.cell.CellScore}.
     */
    public RedisKey online(Cell cell) {
        return keys.key("online", tag(cell).id());
    }

    /**
     * HASH, the one truth about four drivers, each field with {@link #who} at its end: {@code status} (AVAILABLE, BUSY, OFFLINE), {@code rec} (packed {@code >I6I6i4i4c8}:
     * time of the position, expiry of the heartbeat, latitude and longitude in 1e-7 degrees, cell), and where they apply
     * {@code reason}, {@code seq} (of the position), {@code left} (cells that may still show the driver), {@code suspect}
     * (a point that was not believed: latitude, longitude, time, how many agree; or points that look old: {@code late}, since
     * when they come, time of the first, of the last, its count, how many), {@code claim} (token, end of the lease or
     * {@code -} or, if it is over, {@code x}; number of the request), {@code said} (the expiry at which somebody last said
     * whether the driver can be had).
     */
    public RedisKey status(long driver) {
        var tag = TAGS.at(groupOf(driver)).tag();
        return keys.key("status", tag.id(Long.toString(driver / Partitions.COUNT / SHARING, SHORT)));
    }

    /** The end of the names of all fields of a driver in the hash that it shares with others. */
    public static String who(long driver) {
        return "." + Math.floorMod(driver / Partitions.COUNT, SHARING);
    }

    /** STRING, the last token under which the driver was claimed. */
    public RedisKey fence(long driver) {
        return ofDriver("fence", driver);
    }

    /**
     * HASH, the geofences that a driver is in: {@code version} (of the driver, up to which it was followed), {@code fences}
     * (number, since when, whether it stayed), {@code untold} (crossings that Postgres may not have yet).
     */
    public RedisKey inside(long driver) {
        return ofDriver("inside", driver);
    }

    private RedisKey ofDriver(String entity, long driver) {
        return keys.key(entity, TAGS.at(groupOf(driver)).tag().id(member(driver)));
    }

    /** Keys of drivers of one group lie in one slot. */
    public static int groupOf(long driver) {
        return Math.floorMod(driver, Partitions.COUNT);
    }

    /** STRING, that a webhook was taken; the digest of its id and body. */
    public RedisKey hook(String digest) {
        return keys.key("hook", digest);
    }

    /** ZSET cell → when it is swept next. */
    public RedisKey cells(int list) {
        return keys.key("cells", new HashTag(Integer.toString(list)).id());
    }

    /** The list that a cell is in. */
    public RedisKey cellsOf(Cell cell) {
        return cells(Math.floorMod(Long.hashCode(cell.index() * 0x9E3779B97F4A7C15L), CELL_LISTS));
    }

    public List<RedisKey> allCells() {
        return IntStream.range(0, CELL_LISTS).mapToObj(this::cells).toList();
    }

    /** STRING, how far (m) one had to look last time around a fine cell. */
    public RedisKey radius(Cell fine) {
        return keys.key("radius", tag(fine).id());
    }

    /**
     * HASH, the run id of the process of Redis that what is in a range of slots was built in, to when; absent, or of another
     * process: it may be lost. There is one in the first and one in the last slot of a range: each lies on the same node as what
     * is around it, also where a node ends within the range.
     *
     * @param edge the first or the last slot of a range
     */
    public RedisKey built(int edge) {
        return keys.key("built", EDGES.get(edge).id());
    }

    /**
     * STRING, the word of who is building a range and the process it was said to, beside each of its {@link #built} marks: it is
     * lost with them.
     */
    public RedisKey building(int edge) {
        return keys.key("building", EDGES.get(edge).id());
    }

    /** STRING, which instance brings back what a range has lost. */
    public RedisKey rebuild(int range) {
        return keys.key("rebuild", TAGS.at(range).tag().id());
    }

    /** The range that a slot is in. */
    public static int rangeOf(int slot) {
        return slot / SLOTS_PER_RANGE;
    }

    public static int firstSlotOf(int range) {
        return range * SLOTS_PER_RANGE;
    }

    public static int lastSlotOf(int range) {
        return firstSlotOf(range) + SLOTS_PER_RANGE - 1;
    }

    /** The shortest numbers that lie in the first and last slots; they must never change. */
    private static Map<Integer, HashTag> edges() {
        var edges = new HashMap<Integer, HashTag>();
        for (int number = 0; edges.size() < 2 * RANGES; number++) {
            var tag = new HashTag("b" + Integer.toString(number, SHORT));
            int range = rangeOf(tag.slot());
            if (tag.slot() == firstSlotOf(range) || tag.slot() == lastSlotOf(range)) {
                edges.putIfAbsent(tag.slot(), tag);
            }
        }
        return Map.copyOf(edges);
    }

    public PermanentKeys permanent() {
        return PermanentKeys.in(
                keys,
                always("cells:{tag}", "one member per cell that has drivers"),
                always("built:{tag}", "two per range of slots"));
    }

    /** As a member of a cell. */
    public static String member(long driver) {
        return Long.toString(driver, SHORT);
    }

    public static long driverOf(String member) {
        return Long.parseLong(member, SHORT);
    }

    private static HashTag tag(Cell cell) {
        return new HashTag(cell.hex());
    }
}
