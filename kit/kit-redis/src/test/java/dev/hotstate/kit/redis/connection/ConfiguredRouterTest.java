package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.redis.runtime.client.config.RedisClientConfig;
import io.quarkus.redis.runtime.client.config.RedisConfig;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredRouterTest {

    private static final String HOSTS = "quarkus.redis.hosts";
    private static final String TWO_HOSTS = "redis://app:s%40cret@a:7000,redis://app:s%40cret@b";

    @Test
    void hosts_and_the_acl_user_come_from_the_url() {
        // When
        RouterOptions options = options(Map.of(HOSTS, TWO_HOSTS));
        // Then
        assertThat(options.seeds()).containsExactlyInAnyOrder(new NodeAddress("a", 7000), new NodeAddress("b", 6379));
        assertThat(options.credentials().current()).isEqualTo(new Credentials("app", "s@cret"));
        assertThat(options.net().isSsl()).isFalse();
    }

    @Test
    void the_defaults_are_the_documented_ones() {
        // When
        RouterOptions options = options(Map.of(HOSTS, TWO_HOSTS));
        // Then
        assertThat(options.deadline()).isEqualTo(Duration.ofMillis(400));
        assertThat(options.connectionsMax()).isEqualTo(12);
        assertThat(options.inFlightMax()).isEqualTo(1024);
        assertThat(options.net().getConnectTimeout()).isEqualTo(500);
        assertThat(options.net().isTcpNoDelay()).isTrue();
    }

    @Test
    void a_user_in_the_url_and_a_password_beside_it_belong_together() {
        // When
        RouterOptions options = options(Map.of(HOSTS, "redis://app@a:7000", "quarkus.redis.password", "pw"));
        // Then
        assertThat(options.credentials().current()).isEqualTo(new Credentials("app", "pw"));
    }

    @Test
    void a_password_file_is_read_anew_for_each_connection(@TempDir Path folder) throws IOException {
        // Given
        Path file = Files.writeString(folder.resolve("password"), "first\n");
        RouterOptions options = options(Map.of(
                HOSTS,
                "redis://a:7000",
                "hotstate.redis.username",
                "app",
                "hotstate.redis.password-file",
                file.toString()));
        Credentials before = options.credentials().current();
        // When
        Files.writeString(file, "second\n");
        // Then
        assertThat(before).isEqualTo(new Credentials("app", "first"));
        assertThat(options.credentials().current()).isEqualTo(new Credentials("app", "second"));
    }

    @Test
    void rediss_switches_tls_on_with_the_configured_verification() {
        // When
        RouterOptions options = options(
                Map.of(HOSTS, "rediss://app:pw@a:7000", "quarkus.redis.tls.hostname-verification-algorithm", "HTTPS"));
        // Then
        assertThat(options.net().isSsl()).isTrue();
        assertThat(options.net().isTrustAll()).isFalse();
        assertThat(options.net().getHostnameVerificationAlgorithm()).isEqualTo("HTTPS");
    }

    @Test
    void tls_settings_beside_a_plaintext_url_are_refused() {
        assertThatThrownBy(() -> options(Map.of(HOSTS, "redis://a:7000", "quarkus.redis.tls.enabled", "true")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("rediss://");
    }

    @Test
    void plaintext_and_tls_hosts_do_not_mix() {
        assertThatThrownBy(() -> options(Map.of(HOSTS, "redis://a:7000,rediss://b:7000")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(HOSTS);
    }

    private static RouterOptions options(Map<String, String> properties) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RedisConfig.class)
                .withMapping(RouterConfig.class)
                .withSources(new PropertiesConfigSource(new HashMap<>(properties), "test", 100))
                .build();
        RedisClientConfig redis =
                config.getConfigMapping(RedisConfig.class).clients().get(RedisConfig.DEFAULT_CLIENT_NAME);
        return ConfiguredRouter.options(
                redis,
                config.getConfigMapping(RouterConfig.class),
                new NoTls(),
                () -> redis.hosts().orElseThrow(),
                "test");
    }

    /** A registry without configurations. */
    private static final class NoTls implements TlsConfigurationRegistry {
        @Override
        public Optional<TlsConfiguration> get(String name) {
            return Optional.empty();
        }

        @Override
        public Optional<TlsConfiguration> getDefault() {
            return Optional.empty();
        }

        @Override
        public void register(String name, TlsConfiguration configuration) {
            throw new AssertionError("nobody registers here");
        }
    }
}
