package dev.hotstate.monitor.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecentResultTest {

    @Test
    void an_entry_is_read_in_full() {
        assertThat(RecentResult.read("1795003260:d7:0:connect_refused"))
                .isEqualTo(new RecentResult(
                        Instant.ofEpochSecond(1_795_003_260), Verdict.DOWN, 7, 0, Reason.CONNECT_REFUSED));
    }

    @ParameterizedTest
    @CsvSource({"1795003200:u41:200, u41", "1795003260:d7:0:connect_refused, d7", "1795003260:x0:0:self_fault, x0"})
    void a_page_takes_the_letter_and_the_latency(String entry, String compact) {
        assertThat(RecentResult.compact(entry.getBytes(StandardCharsets.UTF_8))).isEqualTo(compact);
    }

    @Test
    void what_is_no_entry_is_told() {
        assertThatThrownBy(() -> RecentResult.compact("u41".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
