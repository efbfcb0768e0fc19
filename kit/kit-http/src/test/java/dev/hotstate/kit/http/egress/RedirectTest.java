package dev.hotstate.kit.http.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectTest {

    private static final URI FROM = URI.create("https://example.org/a/b?c");

    @ParameterizedTest
    @CsvSource({
        "/d, https://example.org/d",
        "d, https://example.org/a/d",
        "//other.example/x, https://other.example/x",
        "https://example.org:8443/, https://example.org:8443/"
    })
    void resolves_the_place_against_the_request(String location, URI expected) {
        assertThat(Redirect.of(FROM, "GET", 302, location)).map(Redirect::uri).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "/d, true",
        "https://EXAMPLE.org:443/, true",
        "https://example.org:8443/, false",
        "https://www.example.org/, false",
        "https://other.example/, false"
    })
    void credentials_stay_at_their_place(String location, boolean kept) {
        assertThat(Redirect.of(FROM, "GET", 302, location))
                .map(Redirect::keepsCredentials)
                .contains(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "301, POST, false",
        "302, POST, false",
        "303, PUT, false",
        "307, POST, true",
        "308, POST, true",
        "302, GET, true"
    })
    void method_and_body_stay_where_the_status_says_so(int status, String method, boolean kept) {
        assertThat(Redirect.of(FROM, method, status, "/"))
                .map(Redirect::keepsBody)
                .contains(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org/",
                "ftp://example.org/",
                "file:///etc/passwd",
                "https://u:p@example.org/",
                "mailto:a@b",
                "https://",
                "http://exa mple"
            })
    void refuses_where_it_must_not_lead(String location) {
        assertThatThrownBy(() -> Redirect.of(FROM, "GET", 302, location)).isInstanceOf(EgressRefused.class);
    }

    @Test
    void not_every_3xx_is_a_redirect() {
        assertThat(Redirect.of(FROM, "GET", 304, "/")).isEmpty();
        assertThat(Redirect.of(FROM, "GET", 300, "/")).isEmpty();
        assertThat(Redirect.of(FROM, "GET", 302, null)).isEmpty();
    }
}
