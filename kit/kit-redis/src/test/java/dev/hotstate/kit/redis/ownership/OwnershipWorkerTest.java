package dev.hotstate.kit.redis.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnershipWorkerTest {

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT10S", "PT10M"})
    void a_lease_within_its_bounds_is_taken(Duration lease) {
        assertThat(OwnershipWorker.checked(lease)).isEqualTo(lease);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0S", "PT0.999S", "PT10M1S"})
    void another_one_is_refused_with_its_bounds(Duration lease) {
        assertThatThrownBy(() -> OwnershipWorker.checked(lease))
                .hasMessage("hotstate.ownership.lease is %s; it must lie between PT1S and PT10M", lease);
    }
}
