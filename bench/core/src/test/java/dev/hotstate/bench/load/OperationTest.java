package dev.hotstate.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationTest {

    @Test
    void a_get_asks_for_its_variant_of_the_path() {
        assertThat(text(Operation.get(8080, "/counters/{n}", 10), 7))
                .isEqualTo("GET /counters/7 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
    }

    @Test
    void a_body_is_counted_in_bytes_after_its_variant_was_filled_in() {
        // Given
        var patch = new Operation(
                "PATCH", 80, "/d/{n}", Map.of("Content-Type", "application/json"), "{\"é\":{n}}", 1_000, Set.of(204));
        // When
        var request = text(patch, 123);
        // Then
        assertThat(request)
                .startsWith("PATCH /d/123 HTTP/1.1\r\n")
                .contains("Content-Type: application/json\r\n", "Content-Length: 10\r\n")
                .endsWith("\r\n\r\n{\"é\":123}");
    }

    @Test
    void refuses_more_variants_than_can_be_rendered_ahead() {
        assertThatThrownBy(() -> Operation.get(80, "/{n}", Operation.VARIANTS_MAX + 1))
                .hasMessageContaining("variants");
    }

    private static String text(Operation operation, int variant) {
        return new String(operation.render(variant), UTF_8);
    }
}
