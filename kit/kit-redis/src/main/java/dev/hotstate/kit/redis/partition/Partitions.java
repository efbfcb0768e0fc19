package dev.hotstate.kit.redis.partition;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotstate.kit.redis.key.HashTag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.zip.CRC32;

/**
 * The 64 partitions of a service.
 *
 * <p>An id belongs to partition {@code CRC-32(id in UTF-8) mod 64} (the CRC of zlib), so that any language and any
 * version of this class finds the same one.
 *
 * <p>The tags are a letter, the number and two letters that a search chose so that the slots are evenly spaced:
 * partition {@code n} lies about at slot {@code 256 n + offset}. Each letter has another offset (m 32, v 96, d 160,
 * x 224), so that two services never meet in a slot. The table is generated, checked in, and must never change.
 */
public final class Partitions {

    public static final int COUNT = 64;

    private static final String TABLE = "/META-INF/hotstate/partition-tags.txt";

    private final List<Partition> all;

    private Partitions(List<Partition> all) {
        this.all = List.copyOf(all);
    }

    /** The partitions whose tags begin with this letter, one of {@code m v d x}. */
    public static Partitions lettered(char letter) {
        var partitions = new ArrayList<Partition>(COUNT);
        for (var tag : table().split("\\s+")) {
            if (tag.charAt(0) == letter) {
                partitions.add(new Partition(partitions.size(), new HashTag(tag)));
            }
        }
        if (partitions.size() != COUNT) {
            throw new IllegalArgumentException("the partition table has no tags for the letter '" + letter + "'");
        }
        return new Partitions(partitions);
    }

    public Partition of(String id) {
        var crc = new CRC32();
        crc.update(id.getBytes(UTF_8));
        return all.get((int) (crc.getValue() % COUNT));
    }

    public Partition at(int number) {
        return all.get(number);
    }

    public List<Partition> all() {
        return all;
    }

    /** Those that lie in any of the slots, such as the ones that another process serves now. */
    public List<Partition> in(IntPredicate slots) {
        return all.stream()
                .filter(partition -> slots.test(partition.tag().slot()))
                .toList();
    }

    /** A short text that differs whenever number or tags differ; what {@link PartitionRegister} remembers. */
    String fingerprint() {
        var crc = new CRC32();
        all.forEach(partition -> crc.update(partition.tag().braced().getBytes(US_ASCII)));
        return "%s..%s/%08x".formatted(all.getFirst(), all.getLast(), crc.getValue());
    }

    private static String table() {
        try (var table = Partitions.class.getResourceAsStream(TABLE)) {
            if (table == null) {
                throw new IllegalStateException(TABLE + " is missing from kit-redis");
            }
            return new String(table.readAllBytes(), US_ASCII).strip();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + TABLE, e);
        }
    }
}
