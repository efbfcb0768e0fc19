package dev.hotstate.metrics.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutePatternTest {

    @ParameterizedTest
    @CsvSource({
        "/users, /users, true",
        "/users, /users/, false",
        "/users, /users?page=2, true",
        "/users/{id}, /users/123, true",
        "/users/:id, /users/123, true",
        "/users/{id}, /users, false",
        "/users/{id}, /users/123/orders, false",
        "/users/{id}/orders, /users/123/orders, true",
        "/users/*, /users/123/orders, true",
        "/users/*, /users/, true",
        "/users/*, /users, true",
        "/users/*, /usersnames, false",
        "/*, /, true",
        "/*, /anything/at/all, true",
        "/, /, true",
        "/, /users, false",
        "/users/*, //users//1, true",
        "/users/*, /%75sers/1, true",
        "/users/*, /x/../users/1, true",
        "/users/*, /users/%zz, true"
    })
    void a_pattern_matches_whole_segments(String pattern, String path, boolean matches) {
        assertThat(RoutePattern.of(pattern).matches(RoutePattern.segmentsOf(path)))
                .isEqualTo(matches);
    }
}
