package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.HashSlot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotMapTest {

    private static final NodeAddress ASKED = new NodeAddress("asked", 1);
    private static final NodeAddress A = new NodeAddress("a", 7000);
    private static final NodeAddress B = new NodeAddress("b", 7001);

    @Test
    void each_slot_has_its_master() {
        // When
        SlotMap map = map(range(0, 8191, node("a", 7000), node("c", 7002)), range(8192, 16383, node("b", 7001)));
        // Then
        assertThat(map.masterOf(0)).isEqualTo(A);
        assertThat(map.masterOf(8191)).isEqualTo(A);
        assertThat(map.masterOf(8192)).isEqualTo(B);
        assertThat(map.covered()).isEqualTo(HashSlot.COUNT);
        assertThat(map.slotsOf(A)).isEqualTo(8192);
        assertThat(map.masters()).containsExactly(A, B);
        assertThat(map.replicasOf(A)).containsExactly(new NodeAddress("c", 7002));
        assertThat(map.nodes()).hasSize(3);
    }

    @Test
    void a_slot_nobody_owns_has_no_master() {
        assertThat(map(range(0, 1, node("a", 7000))).masterOf(2)).isNull();
    }

    @Test
    void a_node_without_a_host_of_its_own_is_the_one_that_was_asked() {
        assertThat(map(range(0, 1, node("", 7000))).masterOf(0)).isEqualTo(new NodeAddress("asked", 7000));
    }

    @Test
    void the_difference_of_two_maps_is_the_slots_that_moved() {
        // Given
        SlotMap before = map(range(0, 9, node("a", 7000)));
        SlotMap after = map(range(0, 4, node("a", 7000)), range(5, 10, node("b", 7001)));
        // When
        int[] changed = after.changedSince(before);
        // Then
        assertThat(changed).containsExactly(5, 6, 7, 8, 9, 10);
        assertThat(after.changedSince(after)).isEmpty();
    }

    static SlotMap map(Reply... ranges) {
        return SlotMap.fromReply(new Reply.Many(List.of(ranges)), ASKED);
    }

    static Reply range(int first, int last, Reply... nodes) {
        List<Reply> row = new ArrayList<>(List.of(new Reply.Whole(first), new Reply.Whole(last)));
        row.addAll(Arrays.asList(nodes));
        return new Reply.Many(row);
    }

    static Reply node(String host, int port) {
        return new Reply.Many(List.of(
                new Reply.Text(host.getBytes(StandardCharsets.UTF_8)),
                new Reply.Whole(port),
                new Reply.Text("id".getBytes(StandardCharsets.UTF_8))));
    }
}
