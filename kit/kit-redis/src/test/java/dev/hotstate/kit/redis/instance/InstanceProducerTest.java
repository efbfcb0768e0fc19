package dev.hotstate.kit.redis.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceProducerTest {

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT30S", "PT10M"})
    void a_lifetime_within_its_bounds_is_taken(Duration lifetime) {
        assertThat(InstanceProducer.checked(lifetime)).isEqualTo(lifetime);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0S", "PT0.999S", "PT10M1S"})
    void another_one_is_refused_with_its_bounds(Duration lifetime) {
        assertThatThrownBy(() -> InstanceProducer.checked(lifetime))
                .hasMessage("hotstate.instances.lifetime is %s; it must lie between PT1S and PT10M", lifetime);
    }
}
