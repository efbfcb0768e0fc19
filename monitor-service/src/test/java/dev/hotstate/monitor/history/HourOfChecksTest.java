package dev.hotstate.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Reply;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HourOfChecksTest {

    /** Its interval was changed within the hour. */
    @Test
    void a_check_counts_once_whether_its_minute_is_known_or_not() {
        var hour = HourOfChecks.read(
                0, hash("u0", "3", "s0", "30", "d1", "1", "m4", "2 0 1 20", "m5", "1 1 0 10", "b177", "6"));

        assertThat(hour.up()).startsWith(5, 1, 0);
        assertThat(hour.down()).startsWith(0, 2, 0);
        assertThat(hour.unknown()).startsWith(1, 0);
        assertThat(hour.latencyMs()).startsWith(50, 10, 0);
        assertThat(hour.tally()).isEqualTo(new Tally(6, 2, 1));
        assertThat(hour.minutes().up()).startsWith(0, 0, 0, 0, 2, 1);
    }

    @Test
    void fields_of_later_versions_are_passed_over() {
        var hour = HourOfChecks.read(0, hash("u0", "1", "z", "9", "q7", "9", "u99", "9"));

        assertThat(hour.tally()).isEqualTo(new Tally(1, 0, 0));
        assertThat(hour.minutes().isAbsent()).isTrue();
    }

    private static Reply hash(String... words) {
        return new Reply.Many(Stream.of(words)
                .<Reply>map(word -> new Reply.Text(word.getBytes(StandardCharsets.UTF_8)))
                .toList());
    }
}
