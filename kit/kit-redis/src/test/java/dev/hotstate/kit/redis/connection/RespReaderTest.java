package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespReaderTest {

    private static final String EVERYTHING =
            "+OK\r\n+PONG\r\n:42\r\n:-7\r\n$5\r\nhe\r\nl\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n"
                    + "*3\r\n:1\r\n*2\r\n$1\r\na\r\n*1\r\n+b\r\n-ERR inside\r\n-MOVED 1 h:1\r\n";

    private final List<Reply> replies = new ArrayList<>();
    private final RespReader reader = new RespReader(replies::add);

    @Test
    void every_shape_is_read() {
        // When
        feed(EVERYTHING);
        // Then
        assertEverything();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void it_does_not_matter_where_the_network_cuts(long seed) {
        // Given
        Random random = new Random(seed);
        byte[] bytes = EVERYTHING.getBytes(StandardCharsets.US_ASCII);
        // When
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(4));
            reader.feed(Buffer.buffer(Arrays.copyOfRange(bytes, from, to)));
            from = to;
        }
        // Then
        assertEverything();
    }

    @Test
    void what_is_no_resp2_is_refused() {
        assertThatThrownBy(() -> feed("HTTP/1.1 400\r\n")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> feed("$12x\r\n")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void nesting_has_a_limit() {
        assertThatThrownBy(() -> feed("*1\r\n".repeat(40))).isInstanceOf(IllegalStateException.class);
    }

    private void feed(String text) {
        reader.feed(Buffer.buffer(text));
    }

    private void assertEverything() {
        assertThat(replies).hasSize(11);
        assertThat(replies.get(0)).isSameAs(Reply.Text.OK);
        assertThat(replies.get(1).text()).isEqualTo("PONG");
        assertThat(replies.get(2).integer()).isEqualTo(42);
        assertThat(replies.get(3).integer()).isEqualTo(-7);
        assertThat(replies.get(4).text()).isEqualTo("he\r\nl");
        assertThat(replies.get(5).bytes()).isEmpty();
        assertThat(replies.get(6).isNil()).isTrue();
        assertThat(replies.get(7).isNil()).isTrue();
        assertThat(replies.get(8).list()).isEmpty();
        assertThat(replies.get(9).get(1).get(1).get(0).text()).isEqualTo("b");
        assertThat(replies.get(9).get(2)).isEqualTo(new Reply.Fault("ERR inside"));
        assertThat(replies.get(10)).isEqualTo(new Reply.Fault("MOVED 1 h:1"));
    }
}
