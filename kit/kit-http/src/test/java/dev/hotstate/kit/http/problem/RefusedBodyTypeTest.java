package dev.hotstate.kit.http.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusedBodyTypeTest {

    @Test
    void it_tells_what_was_sent_without_what_belongs_to_the_type() {
        assertThat(RefusedBodyType.refusal("multipart/form-data; boundary=x", json())
                        .detail())
                .isEqualTo(
                        "The header Content-Type of the request says multipart/form-data. Send 'Content-Type: application/json'.");
    }

    @Test
    void it_tells_that_nothing_was_sent() {
        for (var nothing : new String[] {null, "", " ", "; charset=utf-8"}) {
            assertThat(RefusedBodyType.refusal(nothing, json()).detail())
                    .isEqualTo(
                            "The header Content-Type of the request says nothing. Send 'Content-Type: application/json'.");
        }
    }

    @Test
    void it_names_every_type_that_would_do() {
        assertThat(RefusedBodyType.refusal("text/plain", Optional.of(List.of("a/yaml", "b/yaml", "c/json")))
                        .detail())
                .endsWith(" Send 'Content-Type: a/yaml' (or b/yaml, c/json).");
    }

    @Test
    void it_says_so_where_no_body_is_taken() {
        assertThat(RefusedBodyType.refusal("text/plain", Optional.of(List.of())).detail())
                .endsWith(" No body is taken here: send neither one nor this header.");
    }

    @Test
    void it_refers_to_the_page_where_it_can_not_tell() {
        assertThat(RefusedBodyType.refusal("text/plain", Optional.empty()).detail())
                .endsWith(" The page /api.html says what each address takes.");
    }

    private static Optional<List<String>> json() {
        return Optional.of(List.of("application/json"));
    }
}
