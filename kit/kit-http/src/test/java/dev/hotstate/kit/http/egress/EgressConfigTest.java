package dev.hotstate.kit.http.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EgressConfigTest {

    @ParameterizedTest
    @CsvSource({"prod, false", "staging, false", "dev, true", "test, true", "local, true"})
    void what_is_near_may_be_reached_on_a_developers_machine_only(String profile, boolean mayBeReached) {
        var config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .addPropertiesSources()
                .withProfile(profile)
                .withMapping(EgressConfig.class)
                .build();

        assertThat(config.getConfigMapping(EgressConfig.class).allowNearby()).isEqualTo(mayBeReached);
    }
}
