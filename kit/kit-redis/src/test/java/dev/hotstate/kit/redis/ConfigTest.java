package dev.hotstate.kit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.cache.CacheConfig;
import dev.hotstate.kit.redis.instance.InstanceConfig;
import dev.hotstate.kit.redis.ownership.OwnershipConfig;
import dev.hotstate.kit.redis.vitals.VitalsConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pins the name and the default of every setting: operators have them in their files. */
class ConfigTest {

    @Test
    void the_cache_has_these_defaults() {
        var cache = config(Map.of(), CacheConfig.class);
        assertThat(cache.loadDeadline()).isEqualTo(Duration.ofSeconds(2));
        assertThat(cache.lastGoodMax()).isEqualTo(1_000);
        assertThat(cache.encryption().current()).isEmpty();
        assertThat(cache.encryption().keys()).isEmpty();
    }

    @Test
    void the_cache_is_configured_by_these_names() {
        var cache = config(
                Map.of(
                        "hotstate.cache.load-deadline", "1s",
                        "hotstate.cache.last-good-max", "5",
                        "hotstate.cache.encryption.current", "k2",
                        "hotstate.cache.encryption.keys.k2", "secret"),
                CacheConfig.class);
        assertThat(cache.loadDeadline()).isEqualTo(Duration.ofSeconds(1));
        assertThat(cache.lastGoodMax()).isEqualTo(5);
        assertThat(cache.encryption().current()).contains("k2");
        assertThat(cache.encryption().keys()).containsOnlyKeys("k2");
    }

    @Test
    void instances_have_these_defaults() {
        var instances = config(Map.of(), InstanceConfig.class);
        assertThat(instances.id()).isEmpty();
        assertThat(instances.lifetime()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void instances_are_configured_by_these_names() {
        var instances = config(
                Map.of("hotstate.instances.id", "pod-1", "hotstate.instances.lifetime", "1m"), InstanceConfig.class);
        assertThat(instances.id()).contains("pod-1");
        assertThat(instances.lifetime()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void the_lease_of_partitions_is_configured_by_this_name() {
        assertThat(config(Map.of(), OwnershipConfig.class).lease()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config(Map.of("hotstate.ownership.lease", "5s"), OwnershipConfig.class)
                        .lease())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void the_vitals_user_is_configured_by_these_names() {
        assertThat(config(Map.of(), VitalsConfig.class).username()).isEmpty();
        var vitals = config(
                Map.of(
                        "hotstate.redis.vitals.username", "vitals",
                        "hotstate.redis.vitals.password", "pw",
                        "hotstate.redis.vitals.password-file", "/run/secrets/vitals"),
                VitalsConfig.class);
        assertThat(vitals.username()).contains("vitals");
        assertThat(vitals.password()).contains("pw");
        assertThat(vitals.passwordFile()).contains(Path.of("/run/secrets/vitals"));
    }

    private static <C> C config(Map<String, String> settings, Class<C> mapping) {
        return new SmallRyeConfigBuilder()
                .withMapping(mapping)
                .withConverter(Duration.class, 100, new DurationConverter())
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build()
                .getConfigMapping(mapping);
    }
}
