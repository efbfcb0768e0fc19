package dev.hotstate.kit.redis.partition;

import static java.lang.Math.abs;

import dev.hotstate.kit.redis.key.HashSlot;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates {@code META-INF/hotstate/partition-tags.txt}. For each letter and number it takes, of the 676 tags with
 * two more letters, the one inside its 1/64 of the slots that is nearest to where an even table would have it.
 */
final class PartitionTagTable {

    private static final int STRETCH = HashSlot.COUNT / Partitions.COUNT;
    private static final String LETTERS = "mvdx";

    private PartitionTagTable() {}

    static String generate() {
        return IntStream.range(0, LETTERS.length())
                .mapToObj(i -> row(LETTERS.charAt(i), STRETCH / 8 + i * STRETCH / LETTERS.length()))
                .collect(Collectors.joining());
    }

    private static String row(char letter, int offset) {
        return IntStream.range(0, Partitions.COUNT)
                .mapToObj(number -> nearest(letter, number, number * STRETCH + offset))
                .collect(Collectors.joining(" ", "", "\n"));
    }

    private static String nearest(char letter, int number, int slot) {
        return suffixes()
                .map(suffix -> "%c%02d%s".formatted(letter, number, suffix))
                .filter(tag -> HashSlot.of(tag) / STRETCH == number)
                .reduce((a, b) -> abs(HashSlot.of(b) - slot) < abs(HashSlot.of(a) - slot) ? b : a)
                .orElseThrow();
    }

    private static Stream<String> suffixes() {
        return IntStream.range(0, 26 * 26).mapToObj(i -> "" + (char) ('a' + i / 26) + (char) ('a' + i % 26));
    }

    public static void main(String[] args) {
        System.out.print(generate());
    }
}
