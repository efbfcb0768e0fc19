package dev.hotstate.driver.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.http.problem.Refusal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTimeTest {

    @ParameterizedTest
    @CsvSource({
        "1763568000, 2025-11-19T16:00:00Z",
        "1763568000.5, 2025-11-19T16:00:00.500Z",
        "1763568000500, 2025-11-19T16:00:00.500Z",
        "2025-11-19T16:00:00.5Z, 2025-11-19T16:00:00.500Z",
        "2025-11-19T17:00:00+01:00, 2025-11-19T16:00:00Z",
        "2025-11-19T16:00:00, 2025-11-19T16:00:00Z",
        "2025-11-19 16:00:00, 2025-11-19T16:00:00Z",
        "-5, 1970-01-01T00:00:00.001Z",
        "99999999999999999999, 9999-12-31T23:59:59Z"
    })
    void it_is_read_as_trackers_write_it(String text, Instant time) {
        assertThat(DeviceTime.of(text)).contains(time);
    }

    @Test
    void what_is_left_out_is_now() {
        assertThat(DeviceTime.of(null)).isEmpty();
        assertThat(DeviceTime.of(" ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "NaN", "Infinity", "2025-11-19", "2025-13-01T00:00:00Z", "16:00"})
    void what_is_no_time_is_refused(String text) {
        assertThatThrownBy(() -> DeviceTime.of(text)).isInstanceOf(Refusal.class);
    }
}
