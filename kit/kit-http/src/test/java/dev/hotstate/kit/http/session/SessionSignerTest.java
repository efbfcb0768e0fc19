package dev.hotstate.kit.http.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionSignerTest {

    private static final Session SESSION =
            new Session("5f0c", "3f9a1c2b4d5e", "0011223344556677", Instant.ofEpochSecond(1_800_000_000));

    private final SessionSigner signer = new SessionSigner("a secret".getBytes());

    @Test
    void what_was_written_is_read() {
        assertThat(signer.read(signer.write(SESSION))).contains(SESSION);
    }

    @Test
    void another_secret_reads_nothing() {
        assertThat(new SessionSigner("another".getBytes()).read(signer.write(SESSION)))
                .isEmpty();
    }

    @Test
    void a_csrf_token_is_no_signature() {
        var text = signer.write(SESSION).split("\\.")[0];

        assertThat(signer.read(text + "." + signer.csrfToken(SESSION))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.b", "a.b.c", "%.%", "AAAA.AAAA"})
    void nonsense_reads_nothing(String cookie) {
        assertThat(signer.read(cookie)).isEmpty();
    }

    @Test
    void any_changed_character_is_noticed() {
        var cookie = signer.write(SESSION);
        // The last character of each part carries unused bits, which decoding ignores.
        for (int i = 0; i < cookie.indexOf('.') - 1; i++) {
            var changed = cookie.substring(0, i) + (cookie.charAt(i) == 'A' ? 'B' : 'A') + cookie.substring(i + 1);
            assertThat(signer.read(changed)).isEmpty();
        }
    }
}
