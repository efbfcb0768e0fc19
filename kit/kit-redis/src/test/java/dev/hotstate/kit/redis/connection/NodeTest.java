package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
        Node node = new Node(ADDRESS, NodeGuard.NONE, new RouterStats(), opener, () -> {});
        // When
        node.retire();
        node.visit();
        // Then
        assertThat(opened).isEmpty();
        assertThat(node.isHopeful()).isTrue();
    }
}
