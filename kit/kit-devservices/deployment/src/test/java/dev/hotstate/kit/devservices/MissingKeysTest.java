package dev.hotstate.kit.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MissingKeysTest {

    private static final Capabilities SERVICE =
            new Capabilities(Set.of(Capability.REDIS_CLIENT, Capability.AGROAL, Capability.REACTIVE_PG_CLIENT));

    @Test
    void a_service_that_configures_nothing_gets_everything() {
        assertThat(missing(SERVICE))
                .containsExactlyInAnyOrder(
                        "hotstate.env",
                        "quarkus.redis.hosts",
                        "hotstate.redis.vitals.username",
                        "hotstate.redis.vitals.password",
                        "quarkus.datasource.jdbc.url",
                        "quarkus.datasource.reactive.url",
                        "quarkus.datasource.username",
                        "quarkus.datasource.password");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarkus.redis.hosts", "quarkus.redis.hosts-provider-name"})
    void a_redis_of_its_own_is_left_alone(String key) {
        assertThat(missing(SERVICE, key))
                .noneMatch(missing -> missing.contains("redis"))
                .contains("quarkus.datasource.jdbc.url");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarkus.datasource.jdbc.url", "quarkus.datasource.reactive.url"})
    void a_postgres_of_its_own_is_left_alone_even_if_half_of_it_is_missing(String key) {
        assertThat(missing(SERVICE, key))
                .noneMatch(missing -> missing.contains("datasource"))
                .contains("quarkus.redis.hosts");
    }

    @Test
    void who_has_both_gets_nothing() {
        assertThat(missing(SERVICE, "quarkus.redis.hosts", "quarkus.datasource.jdbc.url"))
                .isEmpty();
    }

    @Test
    void only_what_the_application_can_use_is_given() {
        assertThat(missing(new Capabilities(Set.of()))).isEmpty();
        assertThat(missing(new Capabilities(Set.of(Capability.REDIS_CLIENT))))
                .contains("quarkus.redis.hosts")
                .noneMatch(key -> key.contains("datasource"));
        assertThat(missing(new Capabilities(Set.of(Capability.REACTIVE_PG_CLIENT))))
                .contains("quarkus.datasource.reactive.url", "quarkus.datasource.username")
                .doesNotContain("quarkus.datasource.jdbc.url");
    }

    private static Set<String> missing(Capabilities application, String... configured) {
        return MissingKeys.of(application, Set.of(configured)::contains);
    }
}
