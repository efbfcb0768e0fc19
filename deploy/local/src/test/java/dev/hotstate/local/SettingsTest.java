package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static final LocalService MONITOR = LocalService.ALL.get(0);
    private static final LocalService DRIVER = LocalService.ALL.get(1);

    @Test
    void a_general_variable_reaches_every_service() {
        var settings = new Settings(Map.of("QUARKUS_LOG_LEVEL", "DEBUG", "HOME", "/home/ada"));
        assertThat(settings.of(MONITOR)).isEqualTo(Map.of("QUARKUS_LOG_LEVEL", "DEBUG"));
        assertThat(settings.of(DRIVER)).isEqualTo(Map.of("QUARKUS_LOG_LEVEL", "DEBUG"));
    }

    @Test
    void a_variable_with_the_name_of_a_service_reaches_only_that_one_and_wins() {
        var settings = new Settings(Map.of("QUARKUS_LOG_LEVEL", "INFO", "HOTSTATE_MONITOR_QUARKUS_LOG_LEVEL", "DEBUG"));
        assertThat(settings.of(MONITOR)).containsEntry("QUARKUS_LOG_LEVEL", "DEBUG");
        assertThat(settings.of(DRIVER)).containsEntry("QUARKUS_LOG_LEVEL", "INFO");
    }

    @Test
    void what_is_for_one_service_is_withheld_from_its_sisters_and_what_is_for_all_from_none() {
        var settings = new Settings(Map.of(
                "HOTSTATE_MONITOR_QUARKUS_DATASOURCE_PASSWORD", "monitor's",
                "MONITOR_PROBE_PINGS_MAX", "8",
                "HOTSTATE_REDIS_DEADLINE", "1s",
                "PATH", "/bin"));

        assertThat(settings.of(MONITOR))
                .isEqualTo(Map.of(
                        "QUARKUS_DATASOURCE_PASSWORD", "monitor's",
                        "MONITOR_PROBE_PINGS_MAX", "8",
                        "HOTSTATE_REDIS_DEADLINE", "1s"));
        assertThat(settings.withheldFrom(MONITOR)).containsExactly("HOTSTATE_MONITOR_QUARKUS_DATASOURCE_PASSWORD");
        assertThat(settings.of(DRIVER)).isEqualTo(Map.of("HOTSTATE_REDIS_DEADLINE", "1s"));
        assertThat(settings.withheldFrom(DRIVER))
                .containsExactlyInAnyOrder("HOTSTATE_MONITOR_QUARKUS_DATASOURCE_PASSWORD", "MONITOR_PROBE_PINGS_MAX");
        assertThat(settings.withheldFromAll())
                .containsExactlyInAnyOrder(
                        "HOTSTATE_MONITOR_QUARKUS_DATASOURCE_PASSWORD",
                        "MONITOR_PROBE_PINGS_MAX",
                        "HOTSTATE_REDIS_DEADLINE");
    }

    @Test
    void a_setting_of_a_service_that_reaches_nothing_is_refused() {
        var settings = new Settings(Map.of("HOTSTATE_MONITOR_PROBE_PINGS_MAX", "8"));
        assertThatThrownBy(settings::check)
                .isInstanceOf(StartFailure.class)
                .hasMessage(
                        "HOTSTATE_MONITOR_PROBE_PINGS_MAX means nothing; after HOTSTATE_MONITOR_ comes the name that"
                                + " monitor-service knows: QUARKUS_..., HOTSTATE_... or MONITOR_...");
        new Settings(Map.of("HOTSTATE_MONITOR_MONITOR_PROBE_PINGS_MAX", "8")).check();
    }

    @Test
    void every_port_moves_with_the_offset() {
        var settings = new Settings(Map.of("HOTSTATE_PORT_OFFSET", "100"));
        assertThat(settings.services().get(0)).isEqualTo(MONITOR.onPorts(8181, 9181));
        assertThat(settings.redisPort()).isEqualTo(7181);
        assertThat(settings.postgresPort()).isEqualTo(7184);
    }

    @Test
    void another_system_beside_this_one_gets_other_ports() {
        assertThat(new Settings(Map.of()).otherPortOffset()).isEqualTo(100);
        assertThat(new Settings(Map.of("HOTSTATE_PORT_OFFSET", "200")).otherPortOffset())
                .isEqualTo(300);
        assertThat(new Settings(Map.of("HOTSTATE_PORT_OFFSET", "40000")).otherPortOffset())
                .isEqualTo(39_900);
    }

    @Test
    void a_service_can_have_a_port_of_its_own_and_ignores_one_for_all() {
        var settings = new Settings(Map.of("QUARKUS_HTTP_PORT", "80", "HOTSTATE_DRIVER_QUARKUS_HTTP_PORT", "8000"));
        assertThat(settings.services()).extracting(LocalService::httpPort).containsExactly(8081, 8000, 8083, 8084);
    }

    @Test
    void a_port_that_is_no_number_is_refused_by_name() {
        var settings = new Settings(Map.of("HOTSTATE_DAG_QUARKUS_HTTP_PORT", "eighty"));
        assertThatThrownBy(settings::services)
                .isInstanceOf(StartFailure.class)
                .hasMessage("QUARKUS_HTTP_PORT of dag-scheduler is 'eighty'; it must be a number");
    }

    @Test
    void a_port_that_cannot_be_is_refused_by_name() {
        var settings = new Settings(Map.of("HOTSTATE_DAG_QUARKUS_HTTP_PORT", "99999"));
        assertThatThrownBy(settings::services)
                .isInstanceOf(StartFailure.class)
                .hasMessage("QUARKUS_HTTP_PORT of dag-scheduler is 99999; it must lie between 1 and 65535");
    }

    @Test
    void a_port_for_two_is_refused() {
        var settings = new Settings(Map.of("HOTSTATE_DAG_QUARKUS_HTTP_PORT", "8081"));
        assertThatThrownBy(settings::check)
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("Port 8081 is given to monitor-service and to dag-scheduler");
    }

    @Test
    void required_keys_are_spoken_of_and_a_first_one_that_is_missing_too() {
        var open = new Settings(Map.of("HOTSTATE_AUTH_BOOTSTRAP_KEY", "first"));
        assertThat(open.requiresKeys(MONITOR)).isFalse();
        assertThat(open.aboutKeys()).isEmpty();

        var closed = new Settings(Map.of("HOTSTATE_AUTH_REQUIRED", "true", "HOTSTATE_AUTH_BOOTSTRAP_KEY", "first"));
        assertThat(closed.requiresKeys(MONITOR)).isTrue();
        assertThat(closed.firstKey(MONITOR)).contains("first");
        assertThat(closed.aboutKeys())
                .hasValueSatisfying(words -> assertThat(words).startsWith("required; log in to each service"));

        var locked = new Settings(Map.of("HOTSTATE_DRIVER_HOTSTATE_AUTH_REQUIRED", "true"));
        assertThat(locked.requiresKeys(MONITOR)).isFalse();
        assertThat(locked.aboutKeys())
                .contains("required, but there is no first one (HOTSTATE_AUTH_BOOTSTRAP_KEY) for driver-service");
    }

    @Test
    void an_offset_that_leaves_no_room_for_the_redis_bus_is_refused() {
        var settings = new Settings(Map.of("HOTSTATE_PORT_OFFSET", "50000"));
        assertThatThrownBy(settings::redisPort).isInstanceOf(StartFailure.class).hasMessageContaining("40000");
    }
}
