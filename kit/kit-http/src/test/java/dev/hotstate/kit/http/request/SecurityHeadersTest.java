package dev.hotstate.kit.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecurityHeadersTest {

    @Test
    void pictures_come_from_the_service_itself_and_from_where_it_says() {
        assertThat(SecurityHeaders.policyWith(List.of(() -> Optional.of("https://tiles.example"), Optional::empty)))
                .isEqualTo(SecurityHeaders.POLICY.replace(
                        "img-src 'self' data:;", "img-src 'self' data: https://tiles.example;"));
    }

    @Test
    void without_any_the_policy_stays_as_it_is() {
        assertThat(SecurityHeaders.policyWith(List.of())).isEqualTo(SecurityHeaders.POLICY);
    }
}
