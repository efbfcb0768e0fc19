package dev.hotstate.kit.http.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.hotstate.kit.http.testing.KitTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KitTest
class StoredJsonIT {

    private static final String OF_A_NEWER_VERSION = "{\"name\":\"a\",\"timeout\":\"PT2S\",\"invented\":{\"later\":1}}";

    record Setting(String name, Duration timeout) {}

    @Inject
    ObjectMapper json;

    @Inject
    @Stored
    ObjectMapper stored;

    @Test
    void what_a_newer_version_stored_is_read_and_what_a_client_sends_is_refused() throws JsonProcessingException {
        assertThat(stored.readValue(OF_A_NEWER_VERSION, Setting.class))
                .isEqualTo(new Setting("a", Duration.ofSeconds(2)));
        assertThatThrownBy(() -> json.readValue(OF_A_NEWER_VERSION, Setting.class))
                .isInstanceOf(UnrecognizedPropertyException.class);
    }
}
