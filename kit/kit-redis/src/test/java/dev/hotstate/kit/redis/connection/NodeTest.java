package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeTest {

    private static final NodeAddress ADDRESS = new NodeAddress("127.0.0.1", 7000);

    @Test
    void who_still_holds_a_retired_node_opens_no_lane_to_it() {
        // Given
        List<NodeAddress> opened = new ArrayList<>();
        Node.LaneOpener opener = (address, number, listener) -> {
            opened.add(address);
            throw new AssertionError("A lane that nobody would close");
        };
        Node node = new Node(ADDRESS, NodeGuard.NONE, new RouterStats(), opener, () -> {}, restarted -> {});
        // When
        node.retire();
        node.visit();
        // Then
        assertThat(opened).isEmpty();
        assertThat(node.isHopeful()).isTrue();
    }

    @Test
    void connections_that_are_lost_together_are_one_failure_of_the_node() {
        // Given
        AtomicInteger failures = new AtomicInteger();
        RouterStats stats = new RouterStats();
        Node node = new Node(ADDRESS, counting(failures), stats, NodeTest::noLane, () -> {}, restarted -> {});
        long opened = System.nanoTime();
        // When
        for (int i = 0; i < 7; i++) {
            node.lost(opened);
        }
        // Then
        assertThat(failures).hasValue(1);
        assertThat(stats.connectionsLost.sum()).isEqualTo(7);
    }

    @Test
    void a_connection_that_was_opened_after_a_loss_and_is_lost_too_is_another_failure() {
        // Given
        AtomicInteger failures = new AtomicInteger();
        Node node =
                new Node(ADDRESS, counting(failures), new RouterStats(), NodeTest::noLane, () -> {}, restarted -> {});
        node.lost(System.nanoTime());
        // When
        node.lost(System.nanoTime());
        // Then
        assertThat(failures).hasValue(2);
    }

    @Test
    void each_connection_that_a_node_leaves_without_an_answer_is_a_failure() {
        // Given
        AtomicInteger failures = new AtomicInteger();
        Node node =
                new Node(ADDRESS, counting(failures), new RouterStats(), NodeTest::noLane, () -> {}, restarted -> {});
        // When
        node.silent();
        node.silent();
        // Then
        assertThat(failures).hasValue(2);
    }

    @Test
    void another_process_at_the_same_address_is_told_once_however_many_connections_find_it() {
        // Given
        List<NodeAddress> restarted = new ArrayList<>();
        Node node = new Node(ADDRESS, NodeGuard.NONE, new RouterStats(), NodeTest::noLane, () -> {}, restarted::add);
        // When
        for (String runId : List.of("first", "first", "second", "second")) {
            node.opened(runId);
        }
        // Then
        assertThat(restarted).containsExactly(ADDRESS);
    }

    private static Lane noLane(NodeAddress address, int number, Lane.Listener listener) {
        throw new AssertionError("A lane that nobody would close");
    }

    private static NodeGuard counting(AtomicInteger failures) {
        return new NodeGuard() {
            @Override
            public void failed() {
                failures.incrementAndGet();
            }
        };
    }
}
