package dev.hotstate.driver.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.position.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a driver is told when several things happen to it within one period. */
class LiveDriverTest {

    private static final List<Long> FROM = List.of(525_000_000L, 134_000_000L);

    private final LiveDriver claimed = new LiveDriver(7, Status.BUSY, 1, 2, 3, 10, FROM);

    @Test
    void the_later_one_is() {
        var earlier = new LiveDriver(7, Status.AVAILABLE, 8, 9, 4, 9);

        assertThat(LiveDriver.later(claimed, earlier)).isEqualTo(claimed);
        assertThat(LiveDriver.later(earlier, claimed)).isEqualTo(claimed);
    }

    @Test
    void who_moves_on_after_a_claim_is_still_claimed_from_there() {
        var moved = new LiveDriver(7, Status.BUSY, 8, 9, 4, 11);

        assertThat(LiveDriver.later(claimed, moved)).isEqualTo(new LiveDriver(7, Status.BUSY, 8, 9, 4, 11, FROM));
        assertThat(LiveDriver.later(moved, claimed)).isEqualTo(new LiveDriver(7, Status.BUSY, 8, 9, 4, 11, FROM));
    }

    @Test
    void who_was_given_back_is_not() {
        var free = new LiveDriver(7, Status.AVAILABLE, 1, 2, 3, 11);

        assertThat(LiveDriver.later(claimed, free)).isEqualTo(free);
    }
}
