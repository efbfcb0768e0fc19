package dev.hotstate.dag.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogBufferTest {

    private final LogBuffer buffer = new LogBuffer();

    @Test
    void lines_stay_until_they_were_sent_and_keep_their_numbers() {
        buffer.add("one");
        buffer.add("two");
        var first = buffer.next().orElseThrow();
        assertThat(first.firstSeq()).isZero();
        assertThat(first.lines()).containsExactly("one", "two");
        assertThat(buffer.next()).contains(first);

        buffer.add("three");
        buffer.sent(first);

        assertThat(buffer.next()).hasValueSatisfying(rest -> {
            assertThat(rest.firstSeq()).isEqualTo(2);
            assertThat(rest.lines()).containsExactly("three");
        });
    }

    @Test
    void a_chunk_that_two_threads_sent_counts_once() {
        buffer.add("one");
        var chunk = buffer.next().orElseThrow();
        buffer.add("two");
        buffer.sent(chunk);
        buffer.sent(chunk);
        assertThat(buffer.next())
                .hasValueSatisfying(rest -> assertThat(rest.lines()).containsExactly("two"));
    }

    @Test
    void long_lines_and_too_many_lines_are_cut_and_say_so() {
        buffer.add("x".repeat(10_000));
        IntStream.range(0, 6_000).forEach(line -> buffer.add("line " + line));
        assertThat(buffer.next().orElseThrow().lines())
                .hasSize(LogBuffer.LINES_PER_CALL)
                .first()
                .satisfies(line -> assertThat(line).hasSize(4_000).endsWith("…"));
        buffer.next().ifPresent(buffer::sent);
        buffer.add("after the flood");
        for (var chunk = buffer.next();
                chunk.isPresent() && chunk.get().lines().size() == LogBuffer.LINES_PER_CALL;
                chunk = buffer.next()) {
            buffer.sent(chunk.get());
        }
        assertThat(buffer.next().orElseThrow().lines()).endsWith("… 1001 lines were lost here", "after the flood");
    }

    @Test
    void nothing_written_is_nothing_to_send() {
        assertThat(buffer.next()).isEmpty();
    }
}
