package dev.hotstate.kit.redis.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.vitals.VitalsConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.net.NetClientOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartGuardTest {

    private static final Map<String, String> SAFE = Map.of(
            "hotstate.env", "prod",
            "hotstate.redis.vitals.username", "vitals",
            "quarkus.redis.hosts", "rediss://monitor:s3cret@redis:6379",
            "quarkus.datasource.reactive.url", "postgresql://db:5432/hotstate",
            "quarkus.datasource.reactive.postgresql.ssl-mode", "verify-full",
            "quarkus.datasource.jdbc.url", "jdbc:postgresql://db:5432/hotstate?sslmode=verify-full");

    private static final List<NodeAddress> SEEDS =
            Stream.of("a:6379", "b:6379", "c:6379").map(NodeAddress::parse).toList();

    private final Map<String, String> settings = new HashMap<>(SAFE);
    private RouterOptions redis = redisAs("monitor", net -> {});

    @Test
    void a_safe_configuration_starts() {
        assertThatCode(this::start).doesNotThrowAnyException();
    }

    @Test
    void plaintext_to_redis_refuses_to_start_unless_allowed() {
        redis = redisAs("monitor", net -> net.setSsl(false));
        assertRefusedUnless("hotstate.start.allow-plaintext", "without TLS");
    }

    @Test
    void an_unchecked_host_name_refuses_to_start_unless_allowed() {
        redis = redisAs("monitor", net -> net.setHostnameVerificationAlgorithm(""));
        assertRefusedUnless("hotstate.start.allow-unverified-hosts", "belongs to its host");
    }

    @Test
    void trusting_any_certificate_refuses_to_start_unless_allowed() {
        redis = redisAs("monitor", net -> net.setTrustAll(true));
        assertRefusedUnless("hotstate.start.allow-unverified-hosts", "any certificate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "default"})
    void the_default_user_refuses_to_start_unless_allowed(String user) {
        redis = redisAs(user, net -> {});
        assertRefusedUnless("hotstate.start.allow-default-user", "without an ACL user");
    }

    @Test
    void no_user_at_all_refuses_to_start() {
        redis = redisAs(null, net -> {});
        assertRefusedUnless("hotstate.start.allow-default-user", "without an ACL user");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quarkus.datasource.reactive.postgresql.ssl-mode | require | right Postgres",
                "quarkus.datasource.reactive.postgresql.ssl-mode | '' | right Postgres",
                "quarkus.datasource.reactive.url | postgresql://db:5432/hotstate?sslmode=prefer | right Postgres",
                "quarkus.datasource.jdbc.url | jdbc:postgresql://db:5432/hotstate | right Postgres"
            })
    void unverified_postgres_refuses_to_start_unless_allowed(String setting, String value, String reason) {
        settings.put(setting, value);
        assertRefusedUnless("hotstate.start.allow-plaintext", reason);
    }

    @Test
    void a_postgres_that_trusts_all_refuses_to_start_unless_allowed() {
        settings.put("quarkus.datasource.reactive.trust-all", "true");
        assertRefusedUnless("hotstate.start.allow-unverified-hosts", "any certificate");
    }

    @ParameterizedTest
    @CsvSource({"verify-full", "VERIFY_FULL", "Verify-Full"})
    void the_mode_may_be_spelled_as_quarkus_allows(String mode) {
        settings.put("quarkus.datasource.reactive.postgresql.ssl-mode", mode);
        assertThatCode(this::start).doesNotThrowAnyException();
    }

    @Test
    void a_missing_vitals_user_refuses_to_start_unless_allowed() {
        settings.remove("hotstate.redis.vitals.username");
        assertRefusedUnless("hotstate.start.allow-no-vitals-user", "would stay unknown");
    }

    @Test
    void nothing_configured_names_everything_that_is_missing() {
        settings.clear();
        assertThatThrownBy(this::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContainingAll(
                        "hotstate.env: is missing",
                        "hotstate.redis.vitals.username: is missing",
                        "quarkus.redis.hosts: is missing",
                        "quarkus.datasource.reactive.url: is missing",
                        "quarkus.datasource.jdbc.url: is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarkus.datasource.reactive.url", "quarkus.datasource.jdbc.url"})
    void a_missing_address_of_postgres_is_named_even_where_plaintext_is_allowed(String setting) {
        settings.put("hotstate.start.allow-plaintext", "true");
        settings.remove(setting);
        assertThatThrownBy(this::start).isInstanceOf(StartRefused.class).hasMessageContaining(setting);
    }

    @Test
    void hosts_may_come_from_a_provider() {
        settings.remove("quarkus.redis.hosts");
        settings.put("quarkus.redis.hosts-provider-name", "discovery");
        assertThatCode(this::start).doesNotThrowAnyException();
    }

    @Test
    void all_reasons_come_in_one_block_without_a_secret() {
        settings.keySet().removeIf(setting -> setting.startsWith("quarkus.datasource"));
        redis = redisAs(null, net -> net.setSsl(false));
        assertThatThrownBy(this::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageStartingWith(
                        "This service does not start, because its configuration is incomplete or unsafe:")
                .hasMessageContainingAll("without TLS", "without an ACL user", "quarkus.datasource.reactive.url")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void the_defaults_allow_nothing() {
        settings.clear();
        var allowed = config().getConfigMapping(StartConfig.class);
        assertThat(List.of(
                        allowed.allowPlaintext(),
                        allowed.allowUnverifiedHosts(),
                        allowed.allowDefaultUser(),
                        allowed.allowNoVitalsUser()))
                .containsOnly(false);
    }

    private void assertRefusedUnless(String insistence, String reason) {
        assertThatThrownBy(this::start).isInstanceOf(StartRefused.class).hasMessageContaining(reason);
        settings.put(insistence, "true");
        assertThatCode(this::start).doesNotThrowAnyException();
    }

    private void start() {
        var config = config();
        var allowed = config.getConfigMapping(StartConfig.class);
        StartGuard.refuseOnProblems(List.of(
                new EnvironmentStartCheck(config),
                new RedisStartCheck(config, () -> redis, allowed),
                new VitalsStartCheck(config.getConfigMapping(VitalsConfig.class), allowed),
                new PostgresStartCheck(config, allowed)));
    }

    private SmallRyeConfig config() {
        return new SmallRyeConfigBuilder()
                .withMapping(StartConfig.class)
                .withMapping(VitalsConfig.class)
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build();
    }

    private static RouterOptions redisAs(@Nullable String user, Consumer<NetClientOptions> change) {
        var options = RouterOptions.of(SEEDS, new Credentials(user, "s3cret"));
        options.net().setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
        change.accept(options.net());
        return options;
    }
}
