package dev.hotstate.kit.redis.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.key.HashSlot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionsTest {

    private static final String LETTERS = "mvdx";

    @Test
    void the_checked_in_table_is_what_the_generator_makes() throws IOException {
        try (var table = Partitions.class.getResourceAsStream("/META-INF/hotstate/partition-tags.txt")) {
            assertThat(new String(table.readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo(PartitionTagTable.generate());
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {'m', 'v', 'd', 'x'})
    void each_tag_lies_in_its_own_stretch_of_the_slots(char letter) {
        for (var partition : Partitions.lettered(letter).all()) {
            assertThat(partition.tag().slot() * Partitions.COUNT / HashSlot.COUNT)
                    .as("stretch of %s", partition)
                    .isEqualTo(partition.number());
        }
    }

    @Test
    void no_two_services_meet_in_a_slot() {
        var slots = new HashSet<Integer>();
        LETTERS.chars()
                .mapToObj(letter -> Partitions.lettered((char) letter))
                .flatMap(partitions -> partitions.all().stream())
                .forEach(partition -> assertThat(slots.add(partition.tag().slot()))
                        .as("slot of %s is free", partition)
                        .isTrue());
        assertThat(slots).hasSize(4 * Partitions.COUNT);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void three_to_twelve_masters_carry_even_shares(int masters) {
        for (char letter : LETTERS.toCharArray()) {
            var perMaster = new int[masters];
            for (var partition : Partitions.lettered(letter).all()) {
                perMaster[masterOf(partition.tag().slot(), masters)]++;
            }
            double mean = (double) Partitions.COUNT / masters;
            assertThat(Arrays.stream(perMaster).max().orElseThrow() / mean)
                    .as("max/mean of %s over %d masters: %s", letter, masters, Arrays.toString(perMaster))
                    .isLessThanOrEqualTo(1.25);
        }
    }

    @ParameterizedTest
    @CsvSource({"mon_01JX, 48", "'', 0", "a, 3", "job-1, 63", "grün, 37"})
    void an_id_always_belongs_to_the_same_partition(String id, int number) {
        assertThat(Partitions.lettered('m').of(id).number()).isEqualTo(number);
    }

    @Test
    void sequential_ids_spread_evenly() {
        var counts = new int[Partitions.COUNT];
        var partitions = Partitions.lettered('d');
        for (int i = 0; i < 64_000; i++) {
            counts[partitions.of("job_%06d".formatted(i)).number()]++;
        }
        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    }

    @Test
    void a_letter_without_a_table_is_refused() {
        assertThatThrownBy(() -> Partitions.lettered('q')).hasMessageContaining("'q'");
    }

    @Test
    void the_fingerprint_tells_letters_apart() {
        assertThat(List.of(
                        Partitions.lettered('m').fingerprint(),
                        Partitions.lettered('d').fingerprint()))
                .doesNotHaveDuplicates();
    }

    /** As redis-cli cuts them: each master gets the slots up to the rounded end of its share. */
    private static int masterOf(int slot, int masters) {
        double perMaster = (double) HashSlot.COUNT / masters;
        for (int master = 0; master < masters - 1; master++) {
            if (slot <= Math.round((master + 1) * perMaster - 1)) {
                return master;
            }
        }
        return masters - 1;
    }
}
