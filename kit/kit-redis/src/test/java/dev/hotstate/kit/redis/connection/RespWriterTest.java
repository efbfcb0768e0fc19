package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RespWriterTest {

    private final RespWriter writer = new RespWriter("127.0.0.1:7000");

    @Test
    void words_of_every_kind_are_bulk_strings() {
        // When
        writer.write(Command.of("SET").arg("é").arg(-10).arg(new byte[] {1}).arg(""));
        // Then
        assertThat(writer.take().toString())
                .isEqualTo("*5\r\n$3\r\nSET\r\n$2\r\né\r\n$3\r\n-10\r\n$1\r\n\u0001\r\n$0\r\n\r\n");
        assertThat(writer.isEmpty()).isTrue();
    }

    @Test
    void the_run_id_is_the_address_until_it_is_known() {
        // When
        writer.write(Command.of("ECHO").arg(ServerWord.RUN_ID));
        writer.runId("f00d");
        writer.write(Command.of("ECHO").arg(ServerWord.RUN_ID));
        // Then
        assertThat(writer.take().toString())
                .isEqualTo("*2\r\n$4\r\nECHO\r\n$14\r\n127.0.0.1:7000\r\n*2\r\n$4\r\nECHO\r\n$4\r\nf00d\r\n");
    }

    @Test
    void lengths_of_any_size_are_written() {
        // Given
        String word = "x".repeat(123_456);
        // When
        writer.write(Command.of("GET").arg(word));
        // Then
        assertThat(writer.take().toString()).isEqualTo("*2\r\n$3\r\nGET\r\n$123456\r\n" + word + "\r\n");
    }

    @Test
    void commands_collect_until_taken() {
        // When
        writer.write(Command.of("PING"));
        writer.write(Command.of("PING"));
        // Then
        assertThat(writer.take().toString()).isEqualTo("*1\r\n$4\r\nPING\r\n".repeat(2));
    }
}
