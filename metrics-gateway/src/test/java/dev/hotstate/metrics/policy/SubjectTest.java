package dev.hotstate.metrics.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {

    private final Subject subject = new Subject("/users/1", "GET", "192.0.2.7", "ada", Map.of("x-api-key", "k1"));

    @Test
    void each_source_is_a_part_of_the_identifier() {
        assertThat(subject.identifier(List.of("ip", "user", "method", "route", "header:X-Api-Key")))
                .isEqualTo("192.0.2.7\u001fada\u001fGET\u001f/users/1\u001fk1");
    }

    @Test
    void everybody_is_one_caller() {
        assertThat(subject.identifier(List.of("everybody"))).isEmpty();
    }

    @Test
    void who_leaves_out_a_header_is_counted_with_all_who_do() {
        assertThat(subject.identifier(List.of("header:x-tenant", "ip"))).isEqualTo("\u001f192.0.2.7");
    }

    @Test
    void a_household_with_ipv6_is_one_caller() {
        assertThat(of("2001:db8:1:2:aaaa::1"))
                .isEqualTo(of("2001:db8:1:2:bbbb::9"))
                .isNotEqualTo(of("2001:db8:1:3::1"));
    }

    @Test
    void an_ipv4_address_that_an_ipv6_socket_saw_is_that_address() {
        assertThat(of("::ffff:192.0.2.7")).isEqualTo(of("192.0.2.7")).isNotEqualTo(of("::ffff:192.0.2.8"));
        assertThat(of("::FFFF:c000:207")).isEqualTo(of("192.0.2.7"));
    }

    @Test
    void another_port_is_no_other_caller() {
        assertThat(of("192.0.2.7:5678")).isEqualTo(of("192.0.2.7"));
        assertThat(of("[::ffff:192.0.2.7]:5678")).isEqualTo(of("192.0.2.7"));
        assertThat(of("[2001:db8:1:2::1]:5678"))
                .isEqualTo(of("[2001:db8:1:2::1]"))
                .isEqualTo(of("2001:db8:1:2::1"));
        assertThat(of("not:an:address")).isEqualTo("not:an:address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/users/1?a=1", "//users/1", "/%75sers/1", "/x/../users/1"})
    void a_route_written_in_another_way_is_no_other_route(String route) {
        assertThat(new Subject(route, null, null, null, Map.of()).identifier(List.of("route")))
                .isEqualTo(subject.identifier(List.of("route")));
    }

    private static String of(String ip) {
        return new Subject(null, null, ip, null, Map.of()).identifier(List.of("ip"));
    }
}
