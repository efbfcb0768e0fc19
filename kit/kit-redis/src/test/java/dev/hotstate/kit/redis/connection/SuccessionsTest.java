package dev.hotstate.kit.redis.connection;

import static dev.hotstate.kit.redis.connection.SlotMapTest.map;
import static dev.hotstate.kit.redis.connection.SlotMapTest.node;
import static dev.hotstate.kit.redis.connection.SlotMapTest.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.RedisRouter.SuccessionListener;
import dev.hotstate.kit.redis.key.HashSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuccessionsTest {

    private static final Reply A = node("a", 7000);
    private static final Reply B = node("b", 7001);
    private static final Reply C = node("c", 7002);

    private final Successions successions = new Successions();
    private final List<List<Integer>> heard = new ArrayList<>();
    private final SuccessionListener listener = slots -> heard.add(slotsOf(slots));

    @Test
    void who_serves_first_succeeds_nobody() {
        // Given
        successions.add(listener);
        // When
        successions.adopted(map(range(0, 9, A)));
        // Then
        assertThat(heard).isEmpty();
    }

    @Test
    void another_master_is_told_with_its_slots_and_once() {
        // Given
        successions.adopted(map(range(0, 4, A), range(5, 9, B)));
        successions.add(listener);
        // When
        successions.adopted(map(range(0, 1, C), range(2, 4, A), range(5, 10, B)));
        successions.adopted(map(range(0, 1, C), range(2, 4, A), range(5, 10, B, A)));
        // Then
        assertThat(heard).containsExactly(List.of(0, 1));
    }

    @Test
    void slots_that_nobody_serves_for_a_while_are_told_if_somebody_else_does_then() {
        // Given
        successions.adopted(map(range(0, 3, A), range(4, 9, B)));
        successions.add(listener);
        // When
        successions.adopted(map(range(4, 9, B)));
        successions.adopted(map(range(0, 1, A), range(2, 3, C), range(4, 9, B)));
        // Then
        assertThat(heard).containsExactly(List.of(2, 3));
    }

    @Test
    void a_master_that_was_restarted_is_told_with_its_slots_and_a_replica_not() {
        // Given
        successions.adopted(map(range(0, 4, A, C), range(5, 7, B)));
        successions.add(listener);
        // When
        successions.restarted(new NodeAddress("b", 7001));
        successions.restarted(new NodeAddress("c", 7002));
        // Then
        assertThat(heard).containsExactly(List.of(5, 6, 7));
    }

    @Test
    void what_fails_for_one_is_told_to_the_others_and_who_has_left_hears_nothing() {
        // Given
        successions.adopted(map(range(0, 1, A)));
        SuccessionListener failing = slots -> {
            throw new IllegalStateException("as if it had a bug");
        };
        SuccessionListener gone = slots -> {
            throw new AssertionError("told after it left");
        };
        successions.add(failing);
        successions.add(gone);
        successions.add(listener);
        successions.remove(gone);
        // When
        successions.restarted(new NodeAddress("a", 7000));
        // Then
        assertThat(heard).containsExactly(List.of(0, 1));
    }

    private static List<Integer> slotsOf(IntPredicate slots) {
        return IntStream.range(0, HashSlot.COUNT).filter(slots).boxed().toList();
    }
}
