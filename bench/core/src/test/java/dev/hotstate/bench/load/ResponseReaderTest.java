package dev.hotstate.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {

    private static final String PIPELINED = """
            HTTP/1.1 200 OK\r
            Content-Type: text/plain\r
            content-length: 11\r
            \r
            12345\r
            \r
            67HTTP/1.1 204 No Content\r
            \r
            HTTP/1.1 429 Too Many Requests\r
            CONTENT-LENGTH:  2\r
            \r
            no""";

    private final ResponseReader reader = new ResponseReader();

    @Test
    void finds_pipelined_responses_even_if_a_body_looks_like_a_header_end() throws IOException {
        assertThat(statuses(PIPELINED, PIPELINED.length())).containsExactly(200, 204, 429);
    }

    @Test
    void finds_them_however_the_network_cuts_the_stream() throws IOException {
        for (int pieceLength = 1; pieceLength < PIPELINED.length(); pieceLength++) {
            assertThat(statuses(PIPELINED, pieceLength))
                    .as("pieces of %d bytes", pieceLength)
                    .containsExactly(200, 204, 429);
        }
    }

    @Test
    void reads_chunks_however_the_network_cuts_them() throws IOException {
        var chunked = """
                HTTP/1.1 200 OK\r
                Transfer-Encoding: chunked\r
                \r
                a\r
                0\r
                \r
                HTTP/\r
                3;note=x\r
                abc\r
                0\r
                Trailer: 1\r
                \r
                HTTP/1.1 204 No Content\r
                \r
                """;
        for (int pieceLength = 1; pieceLength < chunked.length(); pieceLength++) {
            assertThat(statuses(chunked, pieceLength))
                    .as("pieces of %d bytes", pieceLength)
                    .containsExactly(200, 204);
        }
    }

    @Test
    void refuses_what_is_no_chunk() {
        assertThatThrownBy(() -> statuses("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 1_000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chunk");
    }

    /** Feeds the text in pieces, as a connection does: what is not consumed stays in the buffer. */
    private List<Integer> statuses(String text, int pieceLength) throws IOException {
        var statuses = new ArrayList<Integer>();
        var buffer = ByteBuffer.allocate(text.length());
        for (int from = 0; from < text.length(); from += pieceLength) {
            buffer.put(text.substring(from, Math.min(text.length(), from + pieceLength))
                    .getBytes(US_ASCII));
            buffer.flip();
            for (int status = reader.next(buffer); status != 0; status = reader.next(buffer)) {
                statuses.add(status);
            }
            buffer.compact();
        }
        return statuses;
    }
}
